import { type Message, msg } from "../../domain/message.ts";
import type { Pack } from "../../domain/packs.ts";
import type { AuditEntry, CustomField } from "../api/types/endpoints.d.ts";
import { day, dayAndTime, number, t } from "../i18n/translate.ts";
import { FIELD_NAMES, pieces } from "./article-facts.tsx";
import { customValueText, type ValueForm } from "./custom-values.tsx";

const ARTICLE_FIELDS: Readonly<Record<string, Message>> = FIELD_NAMES;

type Change = AuditEntry["changes"][number];

/** Functions that return the name of a record by its id; null: not known here. */
export type Names = Readonly<Partial<Record<string, (oid: number) => string | null>>>;

/** A custom field, to show its values. */
export type NamedField = ValueForm & Pick<CustomField, "oid" | "name">;

/** One change as a sentence. `custom`: the custom fields; `fields`: field names of records other than articles. */
export function changeText(
  change: Change,
  names: Names,
  custom: readonly NamedField[],
  fields: Readonly<Record<string, Message>> = {},
): string {
  if (change.field === "place") return stockText(change, names);
  if (change.field === "customValues") return customText(change, custom);
  const field = fields[change.field] ?? ARTICLE_FIELDS[change.field];
  const values = {
    field: field === undefined ? change.field : t(field),
    before: shownValue(change.field, change.before, names),
    after: shownValue(change.field, change.after, names),
  };
  return t(change.before === null ? msg("{field}: {after}") : CHANGED, values);
}

/** The origin of a change; null: a request of its own. */
export function causeText(cause: string | null): string | null {
  const [kind = "", oid = ""] = (cause ?? "").split(" ");
  // The id of an import is the time of its upload in seconds.
  const uploadedMs = Number(oid) * 1000;
  if (kind === "import" && uploadedMs > FIRST_UPLOAD_MS)
    return t(msg("Import of {at}"), { at: dayAndTime(uploadedMs) });
  const text = CAUSES[kind];
  return text === undefined ? cause : t(text, { oid });
}

interface Pieces {
  readonly locationId: number;
  readonly quantity: number;
}

/** A change of the stock at one location. */
function stockText({ before, after }: Change, names: Names): string {
  const [was, is] = [before as Pieces | null, after as Pieces | null];
  const locationId = (is ?? was)?.locationId ?? 0;
  const location = names["locationId"]?.(locationId) ?? `#${locationId}`;
  if (is === null)
    return t(msg("Removed from {location} ({pieces})"), { location, pieces: pieces(was?.quantity ?? 0) });
  if (was === null)
    return t(msg("Moved to {location} ({pieces})"), { location, pieces: pieces(is.quantity) });
  return t(msg("{location}: {before} → {after}"), {
    location,
    before: number(was.quantity),
    after: pieces(is.quantity),
  });
}

type CustomValues = Readonly<Record<string, string>>;

/** The custom fields whose values differ. A deleted field has its number. */
function customText({ before, after }: Change, custom: readonly NamedField[]): string {
  const [was, is] = [(before ?? {}) as CustomValues, (after ?? {}) as CustomValues];
  const changed = Object.keys({ ...was, ...is }).filter((id) => was[id] !== is[id]);
  const texts = changed.map((id) => {
    const field = custom.find(({ oid }) => String(oid) === id);
    const shown = (value: string | undefined) =>
      value === undefined ? "–" : field === undefined ? value : customValueText(field, value);
    const values = { field: field?.name ?? `#${id}`, before: shown(was[id]), after: shown(is[id]) };
    return t(was[id] === undefined ? msg("{field}: {after}") : CHANGED, values);
  });
  return texts.join("; ");
}

function shownValue(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined) return "–";
  if (field === "packs") return packsText(value as readonly Pack[]);
  if (typeof value === "boolean") return t(value ? msg("yes") : msg("no"));
  if (typeof value === "number") return names[field]?.(value) ?? number(value);
  return field.endsWith("DT") || DAYS.includes(field) ? day(String(value)) : String(value);
}

/** Fields with a day. */
const DAYS: readonly string[] = ["dtBuy", "warrantyEnd"];

const packsText = (packs: readonly Pack[]) =>
  packs.map(({ name, quantity }) => `${name} (${pieces(quantity)})`).join(", ");

const CAUSES: Readonly<Record<string, Message<{ oid: string }>>> = {
  import: msg("Import {oid}"),
  inventory: msg("Stocktake {oid}"),
  transfer: msg("Transfer request {oid}"),
  disposal: msg("Disposal request {oid}"),
  "head-office": msg("Head office"),
  sample: msg("Sample data"),
  "reset-admin": msg("Command reset-admin on the server"),
};

/** Before the first release. A smaller id is not a time. */
const FIRST_UPLOAD_MS = Date.UTC(2020, 0);

const CHANGED = msg("{field}: {before} → {after}");
