import type { AuditEntry } from "../../audit/shapes.ts";
import { say, type Words } from "../../words.ts";
import { day, number, t } from "../app/words.ts";
import { FIELD_NAMES } from "./field-names.ts";

const ARTICLE_FIELDS: Readonly<Record<string, Words>> = FIELD_NAMES;

type Change = AuditEntry["changes"][number];

/** Tells names of records by their number; null: not known here. */
export type Names = Readonly<Partial<Record<string, (oid: number) => string | null>>>;

/** One change as a sentence; `fields`: what the fields of records other than articles are called. */
export function lineOf(change: Change, names: Names, fields: Readonly<Record<string, Words>> = {}): string {
  if (change.field === "place") return placeLine(change, names);
  const field = fields[change.field] ?? ARTICLE_FIELDS[change.field];
  const values = {
    field: field === undefined ? change.field : t(field),
    before: shownValue(change.field, change.before, names),
    after: shownValue(change.field, change.after, names),
  };
  return t(change.before === null ? TEXTS.set : TEXTS.changed, values);
}

/** By what a change came, if not directly; null: directly. */
export function causeWords(cause: string | null): string | null {
  const [kind = "", oid = ""] = (cause ?? "").split(" ");
  const words = CAUSES[kind];
  return words === undefined ? cause : t(words, { oid });
}

interface Pieces {
  readonly locationId: number;
  readonly quantity: number;
}

/** The pieces at one place. */
function placeLine({ before, after }: Change, names: Names): string {
  const [was, is] = [before as Pieces | null, after as Pieces | null];
  const locationId = (is ?? was)?.locationId ?? 0;
  const place = names["locationId"]?.(locationId) ?? `#${locationId}`;
  if (is === null) return t(TEXTS.gone, { place, before: was?.quantity ?? 0 });
  if (was === null) return t(TEXTS.there, { place, after: is.quantity });
  return t(TEXTS.pieces, { place, before: was.quantity, after: is.quantity });
}

function shownValue(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? TEXTS.yes : TEXTS.no);
  if (typeof value === "number") return names[field]?.(value) ?? number(value);
  return field.endsWith("DT") || field === "dtBuy" ? day(String(value)) : String(value);
}

const CAUSES: Readonly<Record<string, Words>> = {
  import: say("import no. {oid}", "import č. {oid}"),
  inventory: say("stocktake no. {oid}", "inventura č. {oid}"),
  transfer: say("transfer no. {oid}", "převod č. {oid}"),
  disposal: say("disposal no. {oid}", "vyřazení č. {oid}"),
  sample: say("sample data", "ukázková data"),
  "reset-admin": say("the command reset-admin on the server", "příkaz reset-admin na serveru"),
};

const TEXTS = {
  set: say("{field}: {after}", "{field}: {after}"),
  changed: say("{field}: {before} → {after}", "{field}: {before} → {after}"),
  gone: say("Taken from {place} (pieces: {before})", "Odebráno z místa {place} (kusů: {before})"),
  there: say("Put at {place} (pieces: {after})", "Uloženo na místo {place} (kusů: {after})"),
  pieces: say("{place}, pieces: {before} → {after}", "{place}, kusů: {before} → {after}"),
  yes: say("yes", "ano"),
  no: say("no", "ne"),
};
