import { nameOfState, State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { METHOD_NAMES } from "../../../domain/stocktakes/frame.ts";
import { SETTLEMENT_NAMES } from "../../../domain/stocktakes/settlement.ts";
import { type CatalogueName, ofEachCatalogue } from "../../../records/catalogues.ts";
import type { RecordDeclaration } from "../../../records/record.ts";
import { RECORDS } from "../../../records/records.ts";
import { call, type Query } from "../../api/call.ts";
import { listCatalogueItems } from "../../api/catalogues.ts";
import type { AuditEntry, CatalogueItem } from "../../api/types/endpoints.d.ts";
import { changeText, fieldText, type Names } from "../../articles/history-list.tsx";
import { t } from "../../i18n/translate.ts";
import { usePeople } from "../articles/names.ts";
import { useCustomFields } from "../custom-fields/use-custom-fields.ts";
import { typeNamed, usePrinterTypes } from "../printers/printer-types.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

const AUDITED: readonly RecordDeclaration[] = RECORDS.filter(({ entity }) => entity !== null);

/** The names of the kinds of records in the audit. */
export const ENTITIES: Readonly<Record<string, Message>> = Object.fromEntries(
  AUDITED.map(({ entity, label }) => [entity, label]),
);

/** The type of a record, `Article`. */
export function entityText(entity: string): string {
  const message = ENTITIES[entity];
  return message === undefined ? entity : t(message);
}

/** Code and name of a record; of a deleted one its last name, else its number. */
export function recordName({ entity, entityId, record, changes }: AuditEntry): string {
  if (record !== null) return record.code === null ? record.name : `${record.code} ${record.name}`;
  const name = changes.find(({ field }) => field === "name" || field === "deviceName");
  const known = name?.after ?? name?.before;
  if (typeof known === "string") return known;
  return t(msg("{entity} no. {id}"), { entity: entityText(entity), id: String(entityId) });
}

/** The fields of the kinds of records in the audit. */
const FIELDS: Readonly<Record<string, RecordDeclaration["fields"]>> = Object.fromEntries(
  AUDITED.map(({ entity, fields }) => [entity, fields]),
);

const SCREENS: Readonly<Record<string, string>> = {
  article: "articles",
  inventory: "stocktakes",
  user: "people",
};

/** The address of the record; null: it was deleted, or has no screen. */
export function recordHref({ entity, entityId, action }: AuditEntry): string | null {
  const screen = SCREENS[entity];
  return screen === undefined || action === "delete" ? null : `#/${screen}/${entityId}`;
}

type Change = AuditEntry["changes"][number];

/** Describes changes. */
export interface AuditTexts {
  lineOf(change: Change, entry: AuditEntry): string;
  fieldOf(field: string, entity: string): string;
}

/** Describes changes. Numbers of records that still exist are shown as names. */
export function useAuditTexts(): AuditTexts {
  const people = usePeople();
  const custom = useCustomFields();
  const location = useNamed(call("GET /api/locations"), "locations");
  const { body: types } = usePrinterTypes();
  const names: Names = {
    ...ofEachCatalogue(useCatalogueNames),
    user: (id) => people.find(({ oid }) => oid === id)?.name ?? null,
    location,
    port: String,
    printerTypeId: (oid) => (types === null ? null : typeNamed(types, oid)),
    inventoryStateId: stateNamed,
  };
  const fieldsOf = (entity: string) => FIELDS[entity] ?? {};
  return {
    lineOf: (change, { entity, record }) =>
      change.field in ITEM_VALUES
        ? itemText(change, names)
        : changeText(change, names, custom, { fields: fieldsOf(entity), unit: record?.unit ?? null }),
    fieldOf: (field, entity) => fieldText(field, fieldsOf(entity)),
  };
}

/** An item of a stocktake, or so many items, with what was changed. */
interface ChangedItem {
  readonly items?: number;
  readonly code: string | null;
  readonly name: string;
  readonly locationId: number | null;
  readonly method?: string;
  readonly settlement?: string;
  readonly cause?: string | null;
  readonly approvedBy?: number;
}

/** The audit log may contain a value of a later version. */
const named = (of: Readonly<Partial<Record<string, Message>>>, value = "") => {
  const name = of[value];
  return name === undefined ? value : t(name);
};

/** How the values of items are shown, by the field of their stocktake. Null: it has none. */
const ITEM_VALUES: Readonly<Record<string, (item: ChangedItem | null, names: Names) => string>> = {
  itemMethod: (item) => (item === null ? t(msg("As the stocktake")) : named(METHOD_NAMES, item.method)),
  itemSettlement: (item) =>
    item === null ? "–" : [named(SETTLEMENT_NAMES, item.settlement), item.cause].filter(Boolean).join(" · "),
  itemApproval: (item, names) =>
    item === null ? "–" : (names["user"]?.(item.approvedBy ?? 0) ?? t(msg("yes"))),
};

/** A change of an item of a stocktake as a sentence. */
function itemText({ field, before, after }: Change, names: Names): string {
  const [was, is] = [before as ChangedItem | null, after as ChangedItem | null];
  const { code = null, name = "", locationId = null, items } = is ?? was ?? {};
  const location = locationId === null ? null : `(${names["location"]?.(locationId) ?? `#${locationId}`})`;
  const shown = (item: ChangedItem | null) => ITEM_VALUES[field]?.(item, names) ?? "–";
  const item =
    items === undefined
      ? [code, name, location].filter((part) => part !== null).join(" ")
      : t(msg("{n, plural, one {# item} other {# items}}"), { n: items });
  return t(msg("{field}: {before} → {after}"), {
    field: `${fieldText(field, {})}, ${item}`,
    before: shown(was),
    after: shown(is),
  });
}

/** The audit log may contain a state of a later version. */
function stateNamed(value: number): string | null {
  const known = Object.values(State).find((one) => one === value);
  return known === undefined ? null : t(nameOfState(known));
}

const useCatalogueNames = (name: CatalogueName) => useNamed(listCatalogueItems(name), "catalogues");

function useNamed(
  records: Query<readonly Pick<CatalogueItem, "oid" | "name">[]>,
  kind: "catalogues" | "locations",
): (oid: number) => string | null {
  const { body } = useLiveQuery(records, { follows: [kind] });
  return (oid) => body?.find((one) => one.oid === oid)?.name ?? null;
}

/** A line of the audit log: one entry, or the entries of one change of many records, newest first. */
export interface AuditRow {
  /** The oid of its oldest entry, which stays the same when newer entries arrive. */
  readonly oid: number;
  readonly entries: readonly [AuditEntry, ...AuditEntry[]];
}

/** A smaller group is shown as single entries. */
const MIN_GROUP_SIZE = 3;
/** Entries of a bulk edit follow each other within this time. */
const WITHIN_MS = 60_000;

/**
 * Groups the entries of a bulk change: those with the same cause (an import, a closed stocktake), else updates of the same
 * fields by the same user within a minute.
 */
export function rowsOf(entries: readonly AuditEntry[]): readonly AuditRow[] {
  const groups: [AuditEntry, ...AuditEntry[]][] = [];
  const open = new Map<string, [AuditEntry, ...AuditEntry[]]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = key === null ? undefined : open.get(key);
    if (group !== undefined && isOfGroup(group, entry)) {
      group.push(entry);
      continue;
    }
    const begun: [AuditEntry, ...AuditEntry[]] = [entry];
    groups.push(begun);
    if (key !== null) open.set(key, begun);
  }
  return groups
    .flatMap((group) => (group.length < MIN_GROUP_SIZE ? group.map(rowOfOne) : [rowOf(group)]))
    .sort((a, b) => b.entries[0].oid - a.entries[0].oid);
}

/** A line of one entry. */
export function rowOfOne(entry: AuditEntry): AuditRow {
  return { oid: entry.oid, entries: [entry] };
}

function rowOf(entries: AuditRow["entries"]): AuditRow {
  return { oid: entries[entries.length - 1]?.oid ?? 0, entries };
}

/** Whether an entry is one of many of the same job: a reason of a direct change is no job. */
export const isOfJob = (cause: string | null): cause is string =>
  cause !== null && !/^(change|correction)( |$)/.test(cause);

/** The common properties of a group; null: an entry that is never grouped. */
function keyOf({ entity, entityId, action, cause, user, device, changes }: AuditEntry): string | null {
  // Approval, reopening and close of a stocktake have the same cause.
  if (entity === "inventory" && cause === `inventory ${entityId}`) return null;
  const common = [entity, action, cause ?? "", user?.id ?? "", device?.id ?? ""];
  if (isOfJob(cause)) return common.join(" ");
  if (action !== "update") return null;
  const fields = [...new Set(changes.map(({ field }) => field))].sort();
  return [...common, ...fields].join(" ");
}

function isOfGroup(group: readonly AuditEntry[], { cause, at }: AuditEntry): boolean {
  const last = group[group.length - 1];
  return isOfJob(cause) || (last !== undefined && Date.parse(last.at) - Date.parse(at) <= WITHIN_MS);
}
