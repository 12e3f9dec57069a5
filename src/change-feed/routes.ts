import { z } from "zod";
import { Forbidden } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Scope } from "../domain/scopes.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { oneOf, queryWhole, verbatim } from "../http/endpoint/fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import type { EndpointResponse, LaterResponse } from "../http/endpoint/response.ts";
import { FED, type FedTable, type Form, formOf } from "../storage/database/feed-triggers.ts";
import type { TableName } from "../storage/database/schema.ts";
import type { Storage } from "../storage/storage.ts";
import { type PageHead, pageJson } from "./follow.ts";
import { type PagePart, type PageRequest, readPage } from "./pages.ts";
import { changesIn, copiedChanges } from "./queries.ts";
import { makeChangeWait } from "./wait.ts";

// Response shapes of the change feed. Those of the records come from the declaration of its tables.

const structure = () => z.unknown().describe("as the endpoint of its feature has it");

const FORMS: Readonly<Record<Form, () => z.ZodType>> = {
  int: () => z.int(),
  "int?": () => z.int().nullable(),
  text: () => z.string(),
  "text?": () => z.string().nullable(),
  time: () => z.iso.datetime(),
  "time?": () => z.iso.datetime().nullable(),
  flag: () => z.boolean(),
  money: () => z.number().describe("decimal, exact to four places"),
  "texts?": () =>
    z.record(z.string(), z.string()).nullable().describe("by locale, or by the oid of a custom field"),
  "ints?": () => z.array(z.int()).nullable(),
  "list?": () => z.array(z.string()).nullable(),
  json: structure,
  "json?": structure,
  "packs?": () => z.array(z.object({ name: z.string(), quantity: z.int() })).nullable(),
};

function recordShape({ table, properties }: FedTable): z.ZodType {
  const values = Object.entries(properties).map(
    ([name, given]) => [name, FORMS[formOf(name, given).form]()] as const,
  );
  const more = table === "inventory" ? { chosenLocations: z.array(z.int()) } : {};
  return z.object({ oid: z.int(), ...Object.fromEntries(values), ...more });
}

const changeShape = (one: FedTable) =>
  namedObject(`ChangeOf${one.table.charAt(0).toUpperCase()}${one.table.slice(1)}`, {
    table: z.literal(one.table),
    oid: z.int(),
    record: recordShape(one).nullable().describe("null: the record is no longer there"),
  });

const ChangePage = namedObject("ChangePage", {
  cursor: z.string().describe("send it as `since` next time"),
  isWhole: z.boolean().describe("remove all records that you have before you apply the changes"),
  hasMore: z.boolean().describe("there is another page already"),
  changes: z.array(z.union(FED.map(changeShape))),
});
type ChangePage = z.output<typeof ChangePage>;

/** The scopes that a table asks of an API key, all of them. Null: no key gets the table. Not listed: `articles:read`. */
const SCOPES: Readonly<Partial<Record<TableName, readonly Scope[] | null>>> = {
  user: null,
  location: ["locations:read"],
  // Reports of stocktakes name it.
  company: ["inventories:read"],
  inventory: ["inventories:read"],
  inventoryItem: ["inventories:read"],
  inventorySeal: ["inventories:read"],
  inventoryAddendum: ["inventories:read"],
  articleTransfer: ["requests:read"],
  disposalProposal: ["requests:read"],
  printer: ["labels:read"],
  printFormat: ["labels:read"],
  printRequest: ["labels:read"],
  photo: ["articles:read", "inventories:read"],
  custody: ["custody:read"],
  stockMovement: ["history:read"],
};
const DEFAULT: readonly Scope[] = ["articles:read"];

/** The tables of the feed that a Manager, an Admin or an API key reads, in the order of FED. */
export function readableTables({ apiKey }: Pick<Principal, "apiKey">): readonly FedTable[] {
  if (apiKey === undefined) return FED;
  return FED.filter(({ table }) => {
    const needed = SCOPES[table] === undefined ? DEFAULT : SCOPES[table];
    return needed?.every((scope) => apiKey.scopes.includes(scope)) ?? false;
  });
}

/** JSON Lines (https://jsonlines.org). */
const LINES_TYPE = "application/jsonl";
const FORMATS = ["json", "lines"] as const;
const MAX_WAIT_S = 30;

/** Endpoint of the change feed. */
export function changeFeedRoutes({ storage }: Dependencies): Endpoint[] {
  const changeWait = makeChangeWait(storage);
  return [
    query("GET", "/api/changes", {
      operationId: "listChanges",
      scope: "any",
      permission: "manage",
      summary: "All records, and then their changes in the order of the commits",
      description: `Keeps a copy of the site's records up to date. Ask without \`since\` first, and then with the \`cursor\` of the last page. Apply a page and save its cursor together: a record replaces the one with the same \`table\` and \`oid\`; a null record removes it. Where \`isWhole\` is true, remove all records first: the copy begins anew, because it is the first page, more than 30 days have passed, a backup was restored, or the reader's rights have changed. With \`hasMore\` there is another page already; otherwise \`wait\` (0 to ${MAX_WAIT_S} seconds) lets the request wait for the next change.

Records are as they are now, so a record may be newer than its place in the order, and is then repeated later. After the last page the copy is equal to the server's data. An API key gets the tables of its scopes.

\`format=lines\` responds with JSON Lines: one change a line, and the page without its \`changes\` as the last line.`,
      query: {
        since: verbatim().optional(),
        wait: queryWhole(0, MAX_WAIT_S).optional(),
        format: oneOf(FORMATS).optional(),
      },
      response: ChangePage,
      alternativeTypes: [LINES_TYPE],
      async run({ query: { since = "", wait = 0, format = "json" } }, principal) {
        const end = performance.now() + wait * 1000;
        return respond(principal, { since, end, format }, wait > 0);
      },
    }),
  ];

  async function respond(
    principal: Principal,
    { since, end, format }: Asked,
    mayWait: boolean,
  ): Promise<EndpointResponse<ChangePage> | LaterResponse<ChangePage>> {
    const { tenantId } = principal;
    const tables = readableTables(principal);
    if (tables.length === 0) throw noTables();
    const version = changeWait.versionOf(tenantId);
    const separator = format === "json" ? "," : "\n";
    const page = await readFeed(storage, { tenantId, tables, since, separator });
    const left = end - performance.now();
    const isNews = page.changes.length > 0 || page.isWhole || page.hasMore;
    if (isNews || !mayWait || left <= 0) return format === "json" ? asJson(page) : asLines(page);
    // What was read has nothing for this reader, so it is not read again.
    const next = { since: page.cursor, end, format };
    return {
      kind: "later",
      wait: (ended) => changeWait.wait(tenantId, version, left, ended),
      respond: (current, mayWaitAgain) => respond(current, next, mayWaitAgain),
    };
  }
}

/** What a reader asks for. `end`: of its wait (`performance.now()`). */
interface Asked {
  readonly since: string;
  readonly end: number;
  readonly format: (typeof FORMATS)[number];
}

function asJson({ changes, ...head }: FeedPage) {
  return { kind: "json" as const, body: pageJson<ChangePage>(head, { changes }) };
}

function asLines({ changes, ...head }: FeedPage) {
  const end = Buffer.from(`${changes.length === 0 ? "" : "\n"}${JSON.stringify(head)}\n`);
  return { kind: "bytes" as const, bytes: Buffer.concat([...changes, end]), contentType: LINES_TYPE };
}

const noTables = () =>
  new Forbidden(msg("This API key has no scope that reads records. An administrator can add one."));

/** Changes of a page. */
const MAX_CHANGES = 1000;

/** A page of the feed, with its changes as JSON, joined by the separator. */
interface FeedPage extends PageHead {
  readonly changes: readonly Buffer[];
}

/** What a reader asks for. `separator`: between two changes. */
type FeedRequest = Omit<PageRequest, "maxChanges"> & { readonly separator: string };

/** The next page of the feed. Throws Invalid on a malformed cursor. */
async function readFeed(storage: Storage, request: FeedRequest): Promise<FeedPage> {
  const { tenantId, separator } = request;
  const read = async (part: PagePart) => {
    const { pieces } = await storage.reader.rows(queryOf(part, tenantId), separator);
    return pieces;
  };
  const page = await readPage(storage, { ...request, maxChanges: MAX_CHANGES }, read);
  const { cursor, isWhole, hasMore } = page;
  const changes: Buffer[] = [];
  for (const pieces of page.parts) {
    // None where the records have been deleted in between.
    if (pieces.length > 0 && changes.length > 0) changes.push(Buffer.from(separator));
    changes.push(...pieces);
  }
  return { cursor, isWhole, hasMore, changes };
}

function queryOf(part: PagePart, tenantId: number) {
  if ("range" in part) return changesIn.bound(part.range);
  const query = copiedChanges.get(part.table.kind);
  if (query === undefined) throw new Error(`the feed has no table ${part.table.kind}`);
  return query.bound({ tenantId, oid: part.oid, last: part.last });
}
