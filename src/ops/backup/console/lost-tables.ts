import type { EventKind } from "../../../domain/security-event-kinds.ts";
import { CATALOGUES, type CatalogueTable } from "../../../records/catalogues.ts";
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

const audited = (kind: LostKind, present?: string): LostTable => ({
  kind,
  written: { by: "audit" },
  ...(present !== undefined && { present }),
});
const inEvents = (kind: LostKind, ...kinds: EventKind[]): LostTable => ({
  kind,
  written: { by: "event", kinds },
  present: "true",
});
const changed = (kind: LostKind, as: LostTable["as"], present?: string): LostTable => ({
  kind,
  written: { by: "change" },
  ...(as !== undefined && { as }),
  ...(present !== undefined && { present }),
});
const created = (kind: LostKind, column: string, present?: string): LostTable => ({
  kind,
  written: { by: "time", column },
  ...(present !== undefined && { present }),
});

/** Each catalogue. */
const lists = Object.fromEntries(
  CATALOGUES.map((name) => [name, audited("lists", "tenantId IS NOT NULL")]),
) as Record<CatalogueTable, LostTable>;

const LOG = "what it tells of is counted";
const OF_LOGINS = "of logins, which a restore ends";
const BY_ITSELF = "made by the server of counted records, or of its own work";

/** Every table: how its records are counted, or the reason why they are not. */
export const LOST_BY_TABLE: Readonly<Record<TableName, LostTable | string>> = {
  ...lists,
  catalogueSetting: changed("lists", ["catalogue", "recordId"]),
  article: audited("articles", "deleted = 0"),
  articleLocation: audited("articles"),
  additionalCode: audited("articles"),
  location: audited("locations", "deleted = 0"),
  user: audited("users", "true"),
  totpFactor: audited("users"),
  passkey: audited("users"),
  recoveryCode: "a restore deletes all: their users make new ones",
  deviceToken: audited("devices", "revokedDT IS NULL"),
  inventory: audited("stocktakes", "true"),
  inventoryLocation: audited("stocktakes"),
  inventoryRule: audited("stocktakes"),
  inventoryTransition: {
    kind: "stocktakes",
    written: { by: "time", column: "at" },
    as: ["'inventory'", "inventoryId"],
  },
  inventoryItem: changed("stocktakes", ["'inventory'", "inventoryId"]),
  countOperation: created("counts", "receivedDT", "true"),
  articleTransfer: changed("requests", undefined, "true"),
  disposalProposal: changed("requests", undefined, "true"),
  custody: audited("custody", "true"),
  photo: changed("photos", undefined, "deleted = 0"),
  printRequest: created("labels", "createdDT", "true"),
  customField: audited("lists", "deleted = 0"),
  printer: audited("printers", "deleted = 0"),
  printFormat: audited("printers", "deleted = 0"),
  setting: inEvents("settings", "settingsChanged", "certificateChanged"),
  noticeChoice: changed("notices", ["'user'", "userId"], "true"),
  serviceAccount: inEvents("apiKeys", "scopesChanged"),
  apiKey: inEvents("apiKeys", "apiKeyCreated", "apiKeyRevoked"),
  webhook: audited("webhooks", "true"),
  backupTarget: inEvents("targets", "backupTargetCreated", "backupTargetChanged", "backupTargetDeleted"),
  countPlan: audited("countPlans", "deleted = 0"),
  refillRule: audited("refillRules", "true"),
  refillShortage: BY_ITSELF,
  refillPending: BY_ITSELF,
  tenant: created("tenants", "createdDT", "true"),
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
  custodyOperation: changed("custody", [
    "iif(result = 'rejected', 'rejected', 'custody')",
    "iif(result = 'rejected', oid, ifnull(custodyId, -oid))",
  ]),
  countingTerminal: BY_ITSELF,
  countPlanRun: BY_ITSELF,
  inventorySelection: BY_ITSELF,
  inventorySample: BY_ITSELF,
  inventoryAccuracy: BY_ITSELF,
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
