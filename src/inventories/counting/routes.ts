import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { moment, oneOf, pathId, queryId, whole } from "../../http/endpoint/fields.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import type { Db } from "../../storage/database/statement.ts";
import { inventoryOf } from "../inventory.ts";
import { changeOfCursor } from "../items/precondition.ts";
import { terminalOf } from "./count.ts";
import { assertOperationIds, operationList, readOperation } from "./count-payload.ts";
import { ingestOperations } from "./ingest.ts";
import { applyOperation } from "./late.ts";
import * as shown from "./operation-list-store.ts";
import { CountOperation, CountReceipt } from "./shapes.ts";
import * as store from "./store.ts";

const MIB = 1024 * 1024;
/** As many operations are taken in one turn of the event loop; fewer where they have long notes. */
const SLICE = 50;
const CHARACTERS = 1000;
/** As many batches may wait for their next slice. */
const MOST_WAITING = 1000;

/**
 * Stored operations that one terminal may have read again in an hour. A count that is older than thousands of others of its item
 * has all of these folded again; a terminal that made such counts without end would delay those of all others.
 */
const MAX_REREAD_PER_HOUR = 500_000;

const COUNTS = `Made for an outbox: what was counted without a network is sent when there is one, in any order and parts, and again
until its receipt has come. An operation counts once, by its \`operationId\`; an \`Idempotency-Key\` is not heeded.

- \`set\` says how many there are (null takes the count back), \`add\` what comes to it (less than nothing is nothing). What is
  absent stays as it is known.
- \`at\` is when it was made by the terminal's clock. With \`sentAt\` (the same clock, when the batch leaves) the server knows how far
  that clock is off. The operation's time is fixed when it first arrives: \`at\` + (now - \`sentAt\`), at most now. An item is what
  its operations say in the order of (time, operationId), however they came.
- \`itemId\` names the item, and \`locationId\` where it was found. Or \`code\` is what was scanned: a code, else a serial number, else an
  RFID text. It means the item expected at \`locationId\`; else, where the inventory expects a single piece of the article, that one,
  found elsewhere; else an unexpected item of that place, made when it is first found. With \`isExtra\` it is never the single piece that is
  expected elsewhere, but one more at \`locationId\`. Without a \`locationId\` it means the one item that
  is expected, or else is put to the inventory's own place.
- \`userId\` is who counted, where that is not the caller: a user who has logged in on this device, or anybody when an Admin sends.
- \`seen\` is the \`cursor\` of the items (\`items?since=\`) that the terminal had when it made the operation; absent: it knew all that
  precedes it. An item is marked \`isToRecount\` when two terminals set different quantities, and when one adds pieces, or sets a quantity,
  without having seen what another terminal counted before it, or takes back pieces that another one has counted into a quantity.
- \`pending\` is how many operations the terminal still holds.

There is one receipt an operation, in their order: \`applied\`; \`duplicate\` (the first receipt again, \`first\` is its result);
\`unknown\` (nobody knows the code: kept for the report, unless it is taken back at the same place); \`late\` (the inventory is
finished: kept, not applied; it is when the inventory is reopened or a Manager says so); \`refused\` (not kept; \`errors\` name the
fields). While the inventory is paused, what was
made while it was in progress is applied. Each operation is by itself: one that is refused stops no other.`;

/** Counts as terminals send them, and what became of them. */
export function countRoutes({ storage, clock }: Dependencies): Endpoint[] {
  const { db } = storage;
  // Slices of all terminals take turns, so that many at once don't make one long turn of the event loop.
  const inTurn = concurrencyLimit(1, MOST_WAITING);
  const oldCounts = makeQuota(clock, MAX_REREAD_PER_HOUR, tooManyOldCounts);

  return [
    batch(
      "POST",
      "/api/inventories/{id}/counts",
      {
        operationId: "submitCounts",
        permission: "terminal",
        overHttp: "delivery",
        summary: "Takes up to 1000 counts made on a terminal, on line or hours before",
        description: COUNTS,
        params: { id: pathId() },
        maxBytes: 8 * MIB,
        body: {
          sentAt: moment().optional(),
          pending: whole(0, 2 ** 31 - 1).optional(),
          operations: operationList,
        },
        response: z.object({ receipts: z.array(CountReceipt) }),
        errors: {
          400: "the body is at fault, or an operation has no usable `operationId`",
          429: "too many counts that are older than thousands of others of their items. Those with a receipt are kept; send all again later, see Retry-After",
        },
      },
      async ({ params, body, language }, principal) => {
        const { sentAt, pending, operations } = body;
        assertOperationIds(operations);
        const { oid: inventoryId } = inventoryOf(db, principal.tenantId, params.id);
        const sent = sentAt === undefined ? null : Date.parse(sentAt);
        const changeOf = (cursor: string) => changeOfCursor(storage, principal.tenantId, cursor);
        const batch = { inventoryId, changeOf, sentAt: sent, received: clock.now(), language };
        const receipts: CountReceipt[] = [];
        for (const slice of slicesOf(operations)) {
          oldCounts.demand(principal);
          const taken = await inTurn(() =>
            storage.write(
              principal.tenantId,
              (tx) => ingestOperations(tx, principal, batch, slice.map(readOperation)),
              { by: principal },
            ),
          );
          receipts.push(...taken.receipts);
          oldCounts.charge(principal, taken.reread);
        }
        if (pending !== undefined) {
          const { tenantId, userId, deviceTokenId } = principal;
          const terminal = terminalOf(principal);
          const note = { tenantId, inventoryId, terminal, userId, deviceTokenId, pending };
          await storage.write(tenantId, (tx) => store.savePending.run(tx, { ...note, at: tx.now }), {
            by: principal,
          });
        }
        return { body: { receipts } };
      },
    ),
    query(
      "GET",
      "/api/inventories/{id}/operations",
      {
        operationId: "listCountOperations",
        permission: "manage",
        summary: "What terminals have sent: the newest 100, or those before an oid",
        description:
          "`state`: `late` (the default), `unknown` (codes that nobody knows) or `applied`. `entered` is what was said, `at` when by the server's clock.",
        params: { id: pathId() },
        query: { state: oneOf(["late", "unknown", "applied"]).optional(), before: queryId().optional() },
        response: z.array(CountOperation),
        tables: [
          "countOperation",
          "user",
          "deviceToken",
          "location",
          "inventory",
          "inventoryItem",
          "article",
        ],
      },
      ({ params, query }, { tenantId }) => {
        const { oid: inventoryId } = inventoryOf(db, tenantId, params.id);
        const { state = "late", before = Number.MAX_SAFE_INTEGER } = query;
        return {
          body: listInMainThread(db, shown.newest, { tenantId, inventoryId, state, before, most: 100 }),
        };
      },
    ),
    query(
      "GET",
      "/api/inventories/operations/{operationId}",
      {
        operationId: "getCountOperation",
        permission: "manage",
        summary: "One operation",
        params: { operationId: operationId() },
        response: CountOperation,
      },
      ({ params }, { tenantId }) => detailOf(db, tenantId, params.operationId),
    ),
    command(
      "PUT",
      "/api/inventories/operations/{operationId}/apply",
      {
        operationId: "applyCountOperation",
        permission: "manage",
        needsRecentLogin: true,
        summary: "Applies an operation that came late, or whose code is known by now",
        description:
          "It counts at its own time, not as the newest. Approvals of the item and of the inventory fall. Applied twice: 200.",
        params: { operationId: operationId() },
        response: CountOperation,
        errors: {
          400: "the inventory is closed, cancelled or not started; nobody knows the code; or it can't be known which item is meant",
        },
        record: (tx, { params }, { tenantId }) => operationOf(tx, tenantId, params.operationId),
      },
      (tx, _, { tenantId }, { record }) => {
        applyOperation(tx, inventoryOf(tx, tenantId, record.inventoryId), record);
        return {
          ...detailOf(tx, tenantId, record.operationId),
          location: `/api/inventories/operations/${record.operationId}`,
        };
      },
    ),
  ];
}

function tooManyOldCounts(seconds: number) {
  return msg(
    `Too many old counts of items that were counted thousands of times. Send them again in ${seconds} s.`,
    `Příliš mnoho starých záznamů u položek s tisíci záznamů. Pošlete je znovu za ${seconds} s.`,
  );
}

/** In the order in which they came. */
function* slicesOf(operations: readonly unknown[]): Generator<readonly unknown[]> {
  let slice: unknown[] = [];
  let weight = 0;
  for (const one of operations) {
    slice.push(one);
    weight += 1 + lengthOf(one) / CHARACTERS;
    if (weight < SLICE) continue;
    yield slice;
    [slice, weight] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}

/** How many characters of text are in an operation. */
function lengthOf(one: unknown): number {
  const values: unknown[] = typeof one === "object" && one !== null ? Object.values(one) : [];
  return values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

const operationId = () => z.string().transform((value) => value.toLowerCase());

function operationOf(db: Db, tenantId: number, id: string): store.OperationRecord {
  const found = store.record.first(db, { tenantId, operationId: id });
  if (found === null) throw noOperation();
  return found;
}

function detailOf(db: Db, tenantId: number, id: string) {
  const found = shown.detail.first(db, { tenantId, operationId: id });
  if (found === null) throw noOperation();
  return { body: found.json, version: { change: found.change, shown: found.shown } };
}

const noOperation = () => new NotFound(msg("There is no such operation.", "Taková operace neexistuje."));
