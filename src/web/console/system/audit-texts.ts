import { nameOfState, State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import type { Query } from "../../api/call.ts";
import { type CatalogueName, listCatalogueItems } from "../../api/catalogues.ts";
import { listUsers } from "../../api/console/users.ts";
import { listLocations } from "../../api/locations.ts";
import type { AuditEntry, CatalogueItem, SiteUser } from "../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../articles/article-facts.tsx";
import { changeText, type Names } from "../../articles/history-texts.ts";
import { t } from "../../i18n/translate.ts";
import { useCustomFields } from "../custom-fields/use-custom-fields.ts";
import { typeNamed, usePrinterTypes } from "../printers/printer-types.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { FIELDS } from "./audit-fields.ts";

/** The names of the kinds of records in the audit. */
export const ENTITIES: Readonly<Record<string, Message>> = {
  article: msg("Article"),
  location: msg("Location"),
  user: msg("User"),
  printer: msg("Printer"),
  format: msg("Label format"),
  inventory: msg("Stocktake"),
  device: msg("Device"),
  webhook: msg("Webhook"),
  customField: msg("Custom field"),
  countPlan: msg("Count plan"),
  custody: msg("Hand-over"),
  refillRule: msg("Minimum stock"),
  articleCategory: msg("Category"),
  articleType: msg("Type"),
  articleState: msg("State"),
  currencyType: msg("Currency"),
  articleDisposalMethod: msg("Disposal method"),
  articleDisposalReason: msg("Disposal reason"),
};

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

/** The name of a field of any record. */
function fieldTexts(field: string): string {
  const message = FIELDS[field] ?? ARTICLE_FIELDS[field];
  return message === undefined ? field : t(message);
}

const ARTICLE_FIELDS: Readonly<Record<string, Message>> = FIELD_NAMES;

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
  lineOf(change: Change): string;
  fieldOf(field: string): string;
}

/** All users of the tenant, also inactive ones. */
export function useAllUsers(): readonly Pick<SiteUser, "oid" | "fullName">[] {
  return useLiveQuery(listUsers(), { follows: ["users"] }).body ?? [];
}

/** Describes changes. Numbers of records that still exist are shown as names. */
export function useAuditTexts(): AuditTexts {
  const people = useAllUsers();
  const custom = useCustomFields();
  const person = (id: number) => people.find(({ oid }) => oid === id)?.fullName ?? null;
  const location = useNamed(listLocations(), "locations");
  const bare = (value: number) => String(value);
  const { body: types } = usePrinterTypes();
  const language = (oid: number) => (types === null ? null : typeNamed(types, oid));
  const names: Names = {
    categoryId: useCatalogueNames("category"),
    typeId: useCatalogueNames("type"),
    stateId: useCatalogueNames("state"),
    currencyTypeId: useCatalogueNames("currency"),
    disposalMethodId: useCatalogueNames("disposalMethod"),
    disposalReasonId: useCatalogueNames("disposalReason"),
    ...{ userId: person, responsibleUserId: person, counterId: person },
    ...{ locationId: location, parentLocationId: location, chosenLocation: location },
    // The audit log counts from 0, the screen from 1.
    position: (value) => String(value + 1),
    ...{ articleId: bare, startPhotoId: bare, endPhotoId: bare },
    ...{ port: bare, printerTypeId: language, inventoryStateId: stateNamed },
  };
  return { lineOf: (change) => changeText(withSecret(change), names, custom, FIELDS), fieldOf: fieldTexts };
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

/** The audit log contains only the fact that a secret was set. */
function withSecret(change: Change): Change {
  if (!["password", "pin", "authenticatorApp", "startSignature", "endSignature"].includes(change.field))
    return change;
  const shown = (value: unknown) => (value === "set" ? t(msg("set")) : value);
  return { ...change, before: shown(change.before), after: shown(change.after) };
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

/** The common properties of a group; null: an entry that is never grouped. */
function keyOf({ entity, action, cause, user, device, changes }: AuditEntry): string | null {
  const common = [entity, action, cause ?? "", user?.id ?? "", device?.id ?? ""];
  if (cause !== null) return common.join(" ");
  if (action !== "update") return null;
  const fields = [...new Set(changes.map(({ field }) => field))].sort();
  return [...common, ...fields].join(" ");
}

function isOfGroup(group: readonly AuditEntry[], { cause, at }: AuditEntry): boolean {
  const last = group[group.length - 1];
  return cause !== null || (last !== undefined && Date.parse(last.at) - Date.parse(at) <= WITHIN_MS);
}
