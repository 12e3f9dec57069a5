import { Forbidden } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { oneOf, queryWhole, verbatim } from "../http/endpoint/fields.ts";
import type { EndpointResponse, LaterResponse } from "../http/endpoint/response.ts";
import { type FeedPage, readFeed } from "./feed.ts";
import { pageJson } from "./follow.ts";
import { readableTables } from "./rights.ts";
import { ChangePage } from "./shapes.ts";
import { makeChangeWait } from "./wait.ts";

/** JSON Lines (https://jsonlines.org). */
const LINES_TYPE = "application/jsonl";
const FORMATS = ["json", "lines"] as const;
const MAX_WAIT_S = 30;

/** Endpoint of the change feed. */
export function changeFeedRoutes({ storage }: Dependencies): Endpoint[] {
  const changeWait = makeChangeWait(storage);
  return [
    query(
      "GET",
      "/api/changes",
      {
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
      },
      async ({ query: { since = "", wait = 0, format = "json" } }, principal) => {
        const end = performance.now() + wait * 1000;
        return respond(principal, { since, end, format }, wait > 0);
      },
    ),
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
