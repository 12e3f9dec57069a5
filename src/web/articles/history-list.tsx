import { useState } from "preact/hooks";
import { causeMessage } from "../../domain/audit-causes.ts";
import { msg } from "../../domain/message.ts";
import type { Pack } from "../../domain/packs.ts";
import { ARTICLE } from "../../records/article.ts";
import type { Field, RecordDeclaration } from "../../records/record.ts";
import { call } from "../api/call.ts";
import type { AuditEntry, CustomField } from "../api/types/endpoints.d.ts";
import { day, dayAndTime, number, t, when } from "../i18n/translate.ts";
import { QueryBoundary } from "../query/query-boundary.tsx";
import type { QueryResult } from "../query/query-state.ts";
import { useQuery } from "../query/use-query.ts";
import { Button } from "../ui/button.tsx";
import { pieces } from "./amounts.ts";
import { customValueText, type ValueForm } from "./custom-values.tsx";

const INITIAL_COUNT = 5;

interface HistoryProps {
  readonly query: QueryResult<readonly AuditEntry[]>;
  readonly names: Names;
}

/** The changes of a record, newest first. Shows a few at first, all on demand. */
export function HistoryList({ query, names }: HistoryProps) {
  const [isExpanded, setExpanded] = useState(false);
  const custom = useQuery(call("GET /api/customfields")).body ?? [];
  return (
    <section>
      <h2>{t(msg("History"))}</h2>
      <QueryBoundary query={query} empty={msg("No changes yet.")}>
        {(entries) => (
          <>
            <ol class="list history">
              {(isExpanded ? entries : entries.slice(0, INITIAL_COUNT)).map((entry) => (
                <Entry key={entry.oid} entry={entry} names={names} custom={custom} />
              ))}
            </ol>
            {!isExpanded && entries.length > INITIAL_COUNT && (
              <Button onClick={() => setExpanded(true)}>{t(msg("Show all"))}</Button>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

interface EntryProps {
  readonly entry: AuditEntry;
  readonly names: Names;
  readonly custom: readonly NamedField[];
}

function Entry({ entry, names, custom }: EntryProps) {
  const unit = entry.record?.unit ?? null;
  const by = entry.user?.fullName ?? t(msg("Server"));
  const cause = causeText(entry.cause);
  return (
    <li>
      {entry.action === "update" ? (
        entry.changes.map((change) => (
          <p key={change.field}>{changeText(change, names, custom, { fields: ARTICLE.fields, unit })}</p>
        ))
      ) : (
        <p>{t(entry.action === "create" ? msg("Created") : msg("Deleted"))}</p>
      )}
      <p class="muted">{[by, entry.device?.name, when(entry.at), cause].filter(Boolean).join(" · ")}</p>
    </li>
  );
}

type Change = AuditEntry["changes"][number];

/** Functions that return the name of a record by its oid, by table, or of a number by its field; null: not known here. */
export type Names = Readonly<Partial<Record<string, (oid: number) => string | null>>>;

/** A custom field, to show its values. */
export type NamedField = ValueForm & Pick<CustomField, "oid" | "name">;

type Fields = RecordDeclaration["fields"];

/** What the history of a record names beside its own fields. */
const PARTS: Fields = {
  additionalCode: { kind: "text", reach: "everywhere", label: msg("Additional code") },
  chosenLocation: { kind: "reference", to: "location", reach: "everywhere", label: msg("Selected location") },
  countRule: { kind: "json", reach: "inside", label: msg("Rules of counting") },
  addendum: { kind: "json", reach: "inside", label: msg("Addendum") },
  itemMethod: { kind: "json", reach: "inside", label: msg("Counting method of an item") },
  itemSettlement: { kind: "json", reach: "inside", label: msg("Settlement of an item") },
  itemApproval: { kind: "json", reach: "inside", label: msg("Approval of an item") },
  authenticatorApp: { kind: "text", reach: "secret", label: msg("Authenticator app") },
  passkey: { kind: "text", reach: "inside", label: msg("Passkey") },
};

/** The name of a field for users; of an unknown one the name in the API. */
export function fieldText(name: string, fields: Fields): string {
  const label = (fields[name] ?? PARTS[name])?.label;
  return label === undefined ? name : t(label);
}

interface ChangedRecord {
  readonly fields: Fields;
  /** Of an article; null: pieces. */
  readonly unit: string | null;
}

/** One change as a sentence. `custom`: the custom fields. */
export function changeText(
  change: Change,
  names: Names,
  custom: readonly NamedField[],
  { fields, unit }: ChangedRecord,
): string {
  if (change.field === "place") return stockText(change, names, unit);
  if (change.field === "customValues") return customText(change, custom);
  const values = {
    field: fieldText(change.field, fields),
    before: shownValue(change.field, change.before, { names, fields, unit }),
    after: shownValue(change.field, change.after, { names, fields, unit }),
  };
  return t(change.before === null ? msg("{field}: {after}") : CHANGED, values);
}

/** The origin of a change; null: a request of its own. */
export function causeText(cause: string | null): string | null {
  const message = cause === null ? null : causeMessage(cause, dayAndTime);
  return message === null ? cause : t(message);
}

interface Pieces {
  readonly locationId: number;
  readonly quantity: number;
}

/** A change of the stock at one location. */
function stockText({ before, after }: Change, names: Names, unit: string | null): string {
  const [was, is] = [before as Pieces | null, after as Pieces | null];
  const locationId = (is ?? was)?.locationId ?? 0;
  const location = names["location"]?.(locationId) ?? `#${locationId}`;
  if (is === null)
    return t(msg("Removed from {location} ({pieces})"), {
      location,
      pieces: pieces(was?.quantity ?? 0, unit),
    });
  if (was === null)
    return t(msg("Moved to {location} ({pieces})"), { location, pieces: pieces(is.quantity, unit) });
  return t(msg("{location}: {before} → {after}"), {
    location,
    before: number(was.quantity),
    after: pieces(is.quantity, unit),
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

interface Texts {
  readonly names: Names;
  readonly fields: Fields;
  readonly unit: string | null;
}

function shownValue(name: string, value: unknown, { names, fields, unit }: Texts): string {
  if (value === null || value === undefined) return "–";
  const field = fields[name] ?? PARTS[name];
  if (field?.reach === "secret" && value === "set") return t(msg("set"));
  if (typeof value === "boolean") return t(value ? msg("yes") : msg("no"));
  if (typeof value === "number") return numberText(name, value, { field, names });
  switch (field?.kind) {
    case "packs":
      return packsText(value as readonly Pack[], unit);
    case "day":
    case "time":
      return day(String(value));
    default:
      return typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value);
  }
}

interface NumberTexts {
  readonly field: Field | undefined;
  readonly names: Names;
}

function numberText(name: string, value: number, { field, names }: NumberTexts): string {
  // The audit counts from 0, the screens from 1.
  if (field?.kind === "order") return String(value + 1);
  if (field?.kind === "reference") return names[field.to]?.(value) ?? String(value);
  return names[name]?.(value) ?? number(value);
}

const packsText = (packs: readonly Pack[], unit: string | null) =>
  packs.map(({ name, quantity }) => `${name} (${pieces(quantity, unit)})`).join(", ");

const CHANGED = msg("{field}: {before} → {after}");
