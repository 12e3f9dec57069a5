import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGUE_NAMES } from "../../src/records/catalogues.ts";
import { SOURCE } from "./imports.ts";

/** The folder that writes each table. */
const TABLES: Readonly<Record<string, string>> = {
  storage: "changeCounter appState job jobInput jobChange",
  http: "idempotencyRecord",
  access:
    "tenant user serviceAccount apiKey apiKeyUse totpFactor passkey recoveryCode deviceToken deviceUse deviceUser registrationCode session sessionToken sessionTouch loginAttempt knownCaller",
  "security-log": "securityEvent",
  settings: "setting company",
  "change-feed": "changeEntry",
  notices: "noticeChoice noticeCursor noticeMail",
  "outgoing-events": "outgoingEvent followedArticles",
  webhooks: "webhook webhookDelivery",
  "master-data": "masterArticle",
  audit: "auditEntry",
  catalogue: [...CATALOGUE_NAMES, "catalogueSetting"].join(" "),
  "custom-fields": "customField",
  locations: "location",
  articles: "article additionalCode deletedArticle",
  stock: "articleLocation",
  requests: "articleTransfer disposalProposal",
  custody: "custody custodyOperation",
  refill: "refillRule refillShortage refillPending",
  inventories:
    "inventory inventoryLocation inventoryTransition inventoryItem deletedInventoryItem inventoryItemMovement countOperation inventoryName countingTerminal inventoryRule inventorySelection inventorySample inventoryPopulation inventoryAccuracy inventorySeal inventorySealPart inventoryAddendum",
  "cycle-counts": "countPlan countPlanRun",
  photos: "photo",
  printing: "printer printFormat printRequest printData",
  "saved-views": "savedView",
  sample: "sampleRecord",
  ops: "backupTarget backupRun",
};

/** The tables of other folders that a folder reads, by joins. A new one is a decision: is an exported function enough? */
const READS: Readonly<Record<string, string>> = {
  articles:
    "user location articleLocation articleTransfer disposalProposal articleDisposalReason masterArticle custody photo",
  // The values of a field in articles, and its categories.
  "custom-fields": "article articleCategory",
  audit: "article articleLocation countOperation custody deviceToken inventory location printRequest user",
  // What refers to a record, before it is deleted. The other tables that refer to lists are named in catalogue/uses.ts.
  catalogue: "article",
  // What an article differs in from the values of the head office.
  "master-data": "article articleCategory",
  locations:
    "article articleLocation inventory inventoryItem inventoryLocation countOperation articleTransfer refillRule",
  // The other tables of the feed are named in storage/database/feed-triggers.ts.
  "change-feed": "inventoryLocation",
  // The summaries of the topics, in the reader thread.
  events:
    "article inventory inventoryItem printer printRequest user tenant deviceToken deviceUse job jobInput custody custodyOperation",
  exchange: "additionalCode article articleLocation custody location refillRule user",
  // The draws of the plan that has drawn a sample.
  inventories:
    "article articleCategory articleLocation auditEntry countPlanRun location user deviceToken tenant job photo",
  // What a plan chooses, and the stocktakes of its runs.
  "cycle-counts": "article articleLocation auditEntry inventory inventoryItem user",
  // The stocktake of a photo's subject.
  photos: "inventoryItem countOperation",
  // The changed articles.
  "outgoing-events": "changeEntry article",
  // The event of a delivery.
  webhooks: "outgoingEvent",
  // The persons who get notices.
  notices: "user tenant",
  // The figures of an item that are no properties of the change feed.
  "head-office": "inventoryItem",
  // The values of a label.
  printing: "article articleCategory articleType articleState articleLocation location user tenant",
  requests:
    "article location user articleCategory articleType currencyType articleDisposalMethod articleDisposalReason inventoryItem",
  // The dependents of sample records, and the records that prevent their removal.
  sample:
    "article articleLocation location inventory inventoryItem inventoryLocation countOperation printRequest",
  "security-log": "user deviceToken",
  settings: "tenant",
  // The unit of an article, in an error.
  stock: "article location",
  // The article, the person and the condition of a hand-over.
  custody: "article articleLocation location user deviceToken photo",
  // The article and the locations of a rule, and their stock.
  refill: "article articleLocation location",
  // The name of whoever began a job; what an undo must not change.
  storage: "tenant user article articleCategory articleLocation location masterArticle refillRule custody",
  // Figures, checks and lists of the whole data folder.
  ops: "article auditEntry changeCounter countOperation countingTerminal deviceToken inventory inventoryItem noticeMail photo printRequest printer securityEvent tenant user webhook webhookDelivery",
};

/** The triggers that write the audit and the change feed of all tables are part of the schema. */
export const WRITING_TRIGGERS: readonly string[] = [
  "storage/database/audit-triggers.ts",
  "storage/database/feed-triggers.ts",
];

/** Files whose writes get the table as an argument: all its values are tables of the file's folder. */
export const NAMED_BY_ARGUMENT = [
  "catalogue/store.ts",
  "inventories/erase.ts",
  "storage/database/table-statements.ts",
];

export const OWNERS = new Map(
  Object.entries(TABLES).flatMap(([folder, tables]) => tables.split(" ").map((table) => [table, folder])),
);
export const ALLOWED_READS = new Map(
  Object.entries(READS).map(([folder, tables]) => [folder, tables.split(" ")]),
);

/** A use of a table in a file of `src/`. `table` is null where a write names no table. */
export interface TableUse {
  readonly file: string;
  readonly table: string | null;
  readonly isWrite: boolean;
}

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;
const BUILT_WRITE =
  /\b(?:insertInto|upsertInto|replaceInto|updateTable|deleteFrom|deleteFound|deleteListed)\(\s*(?:"(\w+)")?/g;
const BUILT_READ =
  /\b(?:selectFrom|(?:inner|left|right|full|cross)Join|from|using|table)\(\s*\[?\s*"(\w+)(?: as \w+)?"/g;
const RAW_WRITE = /\b(?:INSERT INTO|REPLACE INTO|UPDATE|DELETE FROM)\s+(\w+)/g;
const RAW_READ = /\b(?:FROM|JOIN)\s+(\w+)/g;

/** Every use of a table by a query in `src/`, besides the client's. */
export function readTableUses(): TableUse[] {
  const files = globSync("**/*.ts", { cwd: SOURCE, exclude: ["web/**"] });
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), "utf8").replaceAll(COMMENT, "");
    const find = (pattern: RegExp, isWrite: boolean) =>
      Array.from(text.matchAll(pattern), ([, table]) => ({ file, table: table ?? null, isWrite }));
    return [
      ...find(BUILT_WRITE, true),
      ...find(RAW_WRITE, true).filter(isTable),
      ...find(BUILT_READ, false).filter(isTable),
      ...find(RAW_READ, false).filter(isTable),
    ];
  });
}

/** Raw SQL is found by its words, which other texts contain too. */
const isTable = ({ table }: TableUse) => table !== null && OWNERS.has(table);
