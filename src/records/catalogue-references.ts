import type { CatalogueName } from "./catalogues.ts";
import type { RECORDS } from "./records.ts";

/** The tables whose records refer to lists: each by a column (`reference`), or each to several records (`ints`). */
export type ReferringTable<Kind extends "reference" | "ints"> = {
  [R in (typeof RECORDS)[number] as R["table"]]: [FieldToCatalogue<R["fields"], Kind>] extends [never]
    ? never
    : R["table"];
}[(typeof RECORDS)[number]["table"]];

type FieldToCatalogue<Fields, Kind> = {
  [N in keyof Fields]: Fields[N] extends { readonly kind: Kind; readonly to: CatalogueName } ? N : never;
}[keyof Fields];
