import type { Placeholder } from "../../../../domain/placeholder-names.ts";

/** What stands on a ready-made label; all lengths in millimetres, from the left top. */
export type Part = { readonly value: Placeholder; readonly x: number; readonly y: number } & (
  | { readonly is: "text"; readonly height: number }
  | { readonly is: "code128"; readonly height: number; readonly module: number }
  | { readonly is: "qr"; readonly module: number }
);

/** A label of this size. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
}
