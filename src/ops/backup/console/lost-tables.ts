import type { EventKind } from "../../../domain/security-event-kinds.ts";
import type { RecordDeclaration } from "../../../records/record.ts";
import { RECORDS } from "../../../records/records.ts";
import { AUDITED_TABLES } from "../../../storage/database/audit-triggers.ts";
import type { TableName } from "../../../storage/database/schema.ts";

/** What a restore can lose, with the texts of the API's description. */
export const LOST_KINDS = {
  counts: "counts of stocktakes",
  articles: "articles that were added, changed, moved or deleted",
  locations: "locations that were added, changed or deleted",
  users: "users that were added or changed",
  stocktakes: "stocktakes that were added or changed, also by counts and decisions",
  requests: "transfer and disposal requests that were made or decided",
  custody: "articles that were handed out or taken back, and rejected hand-overs of terminals",
  photos: "photos that were added or removed",
  labels: "print requests",
  devices: "devices that were paired, changed or revoked; those that were paired must be paired again",
  lists: "entries of lists, such as categories, that were added, changed, moved or removed",
  printers: "printers and label formats that were added, changed or deleted",
  settings: "changes of settings and certificates",
  notices: "users who changed what they are told by e-mail",
  apiKeys: "API keys that were made or revoked, and changes of their scopes",
  webhooks: "webhooks that were added, changed or deleted",
  targets: "changes of backup targets",
  countPlans: "plans of cycle counts that were added, changed or deleted",
  refillRules: "rules of minimum stock that were added, changed or removed",
  views: "saved views of lists that were added, changed or removed",
  tenants: "companies that were added",
} as const;
export type LostKind = keyof typeof LOST_KINDS;

/**
 * How the records of a table that were written since a time are found. `audit`: the audit has the creation, change and deletion of
 * each record. `event`: the security log has it. `change`, `time`: the table has it, but no deletions.
 */
type Written =
  | { readonly by: "audit" }
  | { readonly by: "event"; readonly kinds: readonly EventKind[] }
  | { readonly by: "change" }
  | { readonly by: "time"; readonly column: string };

/** A table whose records are counted. */
export interface LostTable {
  readonly kind: LostKind;
  readonly written: Written;
  /** SQL expressions of the entity and the id as what a record counts; absent: itself, by its `oid`. */
  readonly as?: readonly [entity: string, id: string];
  /** SQL condition of the records that count where all data are replaced; absent: none does. */
  readonly present?: string;
}

const audited = (kind: LostKind): LostTable => ({ kind, written: { by: "audit" } });
const inEvents = (kind: LostKind, ...kinds: EventKind[]): LostTable => ({
  kind,
  written: { by: "event", kinds },
  present: "true",
});
const changed = (kind: LostKind, ...as: readonly [entity: string, id: string]): LostTable => ({
  kind,
  written: { by: "change" },
  as,
});
const created = (kind: LostKind, column: string): LostTable => ({
  kind,
  written: { by: "time", column },
  present: "true",
});

/** How the records of a declared table are counted. */
function lostTable({
  table,
  entity,
  lostAs: kind,
  hasDeleted,
  hasGlobal,
}: RecordDeclaration & { readonly lostAs: LostKind }): LostTable {
  const isAudited = AUDITED_TABLES.has(table as TableName);
  const counted = { kind, written: { by: isAudited ? "audit" : "change" } } as const;
  // A part of another record.
  if (isAudited && entity === null) return counted;
  return { ...counted, present: hasGlobal ? "tenantId IS NOT NULL" : hasDeleted ? "deleted = 0" : "true" };
}

type Declared = (typeof RECORDS)[number];
const DECLARED = Object.fromEntries(RECORDS.map((record) => [record.table, lostTable(record)])) as Record<
  Declared["table"],
  LostTable
>;

const LOG = "what it tells of is counted";
const OF_LOGINS = "of logins, which a restore ends";
const BY_ITSELF = "made by the server of counted records, or of its own work";

/** The tables: all but the view of the audit. */
type Table = Exclude<TableName, "stockMovement">;

const OTHERS: Readonly<Record<Exclude<Table, Declared["table"]>, LostTable | string>> = {
  catalogueSetting: changed("lists", "catalogue", "recordId"),
  totpFactor: audited("users"),
  passkey: audited("users"),
  recoveryCode: "a restore deletes all: their users make new ones",
  inventoryLocation: audited("stocktakes"),
  inventoryRule: audited("stocktakes"),
  inventoryAddendum: audited("stocktakes"),
  inventoryTransition: {
    kind: "stocktakes",
    written: { by: "time", column: "at" },
    as: ["'inventory'", "inventoryId"],
  },
  countOperation: created("counts", "receivedDT"),
  setting: inEvents("settings", "settingsChanged", "certificateChanged"),
  noticeChoice: { ...changed("notices", "'user'", "userId"), present: "true" },
  serviceAccount: inEvents("apiKeys", "scopesChanged"),
  apiKey: inEvents("apiKeys", "apiKeyCreated", "apiKeyRevoked"),
  backupTarget: inEvents("targets", "backupTargetCreated", "backupTargetChanged", "backupTargetDeleted"),
  refillShortage: BY_ITSELF,
  refillPending: BY_ITSELF,
  tenant: created("tenants", "createdDT"),
  auditEntry: LOG,
  securityEvent: LOG,
  deletedArticle: LOG,
  deletedInventoryItem: LOG,
  changeEntry: LOG,
  session: OF_LOGINS,
  sessionToken: OF_LOGINS,
  sessionTouch: OF_LOGINS,
  loginAttempt: OF_LOGINS,
  knownCaller: OF_LOGINS,
  deviceUse: OF_LOGINS,
  deviceUser: OF_LOGINS,
  apiKeyUse: OF_LOGINS,
  registrationCode: OF_LOGINS,
  changeCounter: BY_ITSELF,
  appState: BY_ITSELF,
  inventoryItemMovement: BY_ITSELF,
  inventoryName: BY_ITSELF,
  // A rejected one is a record of its own; what others have changed is counted.
  custodyOperation: changed(
    "custody",
    "iif(result = 'rejected', 'rejected', 'custody')",
    "iif(result = 'rejected', oid, ifnull(custodyId, -oid))",
  ),
  countingTerminal: BY_ITSELF,
  countPlanRun: BY_ITSELF,
  inventorySelection: BY_ITSELF,
  inventorySample: BY_ITSELF,
  inventoryPopulation: BY_ITSELF,
  inventoryAccuracy: BY_ITSELF,
  inventorySeal: BY_ITSELF,
  inventorySealPart: BY_ITSELF,
  printData: BY_ITSELF,
  job: BY_ITSELF,
  jobInput: BY_ITSELF,
  jobChange: BY_ITSELF,
  outgoingEvent: BY_ITSELF,
  followedArticles: BY_ITSELF,
  webhookDelivery: BY_ITSELF,
  noticeCursor: BY_ITSELF,
  noticeMail: BY_ITSELF,
  backupRun: BY_ITSELF,
  idempotencyRecord: "responses of the last day, whose effects are counted",
  sampleRecord: "marks of sample data, whose records are counted",
  masterArticle: "the head office's own values, which the server takes from it again",
};

/** Every table: how its records are counted, or the reason why they are not. */
export const LOST_BY_TABLE: Readonly<Record<Table, LostTable | string>> = {
  ...DECLARED,
  ...OTHERS,
  deviceToken: { ...DECLARED.deviceToken, present: "revokedDT IS NULL" },
  inventoryItem: changed("stocktakes", "'inventory'", "inventoryId"),
  printRequest: created("labels", "createdDT"),
};
