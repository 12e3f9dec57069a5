import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { integer, moment, oneOf, pathId, queryId } from "../../http/endpoint/fields.ts";
import { recordResponse } from "../../http/endpoint/response.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import type { Db } from "../../storage/database/statement.ts";
import { assertIdle, getInventory } from "../inventory.ts";
import { changeOfCursor } from "../items/precondition.ts";
import { terminalOf } from "./count.ts";
import { assertOperationIds, operationList, readOperation } from "./count-payload.ts";
import { ingestOperations } from "./ingest.ts";
import { applyOperation } from "./late.ts";
import * as shown from "./operation-list-store.ts";
import { CountOperation, CountReceipt } from "./shapes.ts";
import * as store from "./store.ts";

const MIB = 1024 * 1024;
/** Operations per turn of the event loop; fewer with long notes. */
const SLICE = 50;
/** Characters of text that count as one more operation. */
const CHARACTERS = 1000;
/** Maximum number of batches that wait for their next slice. */
const MAX_WAITING_BATCHES = 1000;

/**
 * Maximum number of stored operations that are read again for one terminal in an hour. A count that is older than thousands of
 * others of its item has all of these folded again. Unlimited, such counts would delay those of all other terminals.
 */
const MAX_REREAD_PER_HOUR = 500_000;

const COUNTS = `For clients that count offline. Operations may be sent in any order and in several batches, and again until
their receipt has arrived. The server counts each \`operationId\` once and ignores \`Idempotency-Key\`.

- \`kind\`: \`set\` sets the quantity; null removes the count, but not the pieces that other terminals counted and this one had not
  \`seen\`. \`add\` adds to the quantity; a negative result becomes 0. Absent properties keep their value.
- \`at\` is the time of the operation by the terminal's clock, and \`sentAt\` the time of sending by the same clock. When an operation
  first arrives, its server time is set to \`at\` + (now - \`sentAt\`), at most now. An item is the result of its operations in the order
  of (server time, \`operationId\`), in whatever order they arrive.
- \`itemId\` is the counted item, and \`locationId\` the location where it was found. Instead of \`itemId\`, \`code\` is the scanned text:
  an article's code, otherwise its additional code, its serial number, its RFID text, or GS1 or EPC data that name it.
  With \`locationId\`, it resolves to the item expected there; otherwise to the article's only expected item if that is a single
  piece, which was then found at another location; otherwise to an unexpected item of that location, which is created if
  necessary. \`isExtra\` skips the single piece that is expected elsewhere: one more was found. Without \`locationId\`, it
  resolves to the article's only expected item; if none is expected, to an unexpected item at the inventory's own location.
- A code that no article has is counted too: its operations wait, and are applied, each at its location, when an article gets the code
  (\`unknown\`). Send \`add\` for each scan of it. Terminals of this product sent each scan of an unknown code as \`set\` before. So a \`set\`
  of such a terminal (a \`seen\`, an \`operationId\` of version 7 with the time \`at\`, no \`articleId\`) with a code that no article has, or only
  one that has changed since the terminal can have read it, adds; with null it takes back the last scan of the code by that terminal at
  the location. Every other \`set\` sets.
- \`articleId\` is the article that the terminal has found for \`code\`; it only tells that the code was known there.
- \`userId\` is the user who counted, if not the caller: a user who has logged in on this device. Admins may send any user.
- \`seen\` is the \`cursor\` of the items (\`items?since=\`) that the terminal had at the time of the operation; absent: it had seen all
  earlier operations. \`isToRecount\` is set on an item when two terminals set different quantities; when a terminal adds pieces or sets a
  quantity without having seen an earlier count of another terminal; and when it removes pieces that another terminal has counted.
- \`pending\` is the number of operations of this inventory that the terminal holds after this request: not sent yet, rejected, or with
  an open question to its user. It may come with an empty list of operations.

The response has one receipt for each operation, in the same order:

- \`applied\`: the operation is stored and counted.
- \`duplicate\`: the operation was received before. The receipt repeats the first one, and \`first\` is its result.
- \`unknown\`: no article has the code. The operation is stored for the report, unless it is retracted at the same location. It is applied
  with all others of the code as soon as an article has it; once the inventory is finished, when a Manager applies one of them or it
  is reopened.
- \`late\`: the inventory is finished. The operation is stored. It is applied when the inventory is reopened or a Manager applies it.
- \`refused\`: the operation is not stored; \`errors\` names the invalid fields. The other operations of the batch are not affected.

Operations made while the inventory was in progress are also applied while it is paused.

\`receivedDT\` is the time by the server's clock at which it had received all of them. Keep the operations for 7 days: after a restore,
which the header \`Data-History\` shows, send those again that the restored data may lack.`;

/** The counts that terminals send, and their receipts. */
export function countRoutes({ storage, clock }: Dependencies): Endpoint[] {
  const { db } = storage;
  // One slice at a time for all terminals, so that concurrent batches do not block the event loop.
  const inTurn = concurrencyLimit(1, MAX_WAITING_BATCHES);
  const oldCounts = makeQuota(clock, MAX_REREAD_PER_HOUR, tooManyOldCounts);

  return [
    batch("POST", "/api/inventories/{id}/counts", {
      operationId: "submitCounts",
      scope: "counts:write",
      permission: "terminal",
      overHttp: "delivery",
      summary: "Submits up to 1000 count operations of a terminal",
      description: COUNTS,
      params: { id: pathId() },
      maxBytes: 8 * MIB,
      body: {
        sentAt: moment().optional(),
        pending: integer(0, 2 ** 31 - 1).optional(),
        operations: operationList,
      },
      response: z.object({ receipts: z.array(CountReceipt), receivedDT: z.iso.datetime() }),
      errors: {
        400: "the body is invalid, or an operation has no valid `operationId`",
        429: "too many old counts: the counts of one terminal may make the server read 500 000 stored counts again in an hour. Processed operations are stored; send the batch again, see Retry-After",
      },
      async run({ params, body, language }, principal) {
        const { sentAt, pending, operations } = body;
        assertOperationIds(operations);
        const { oid: inventoryId } = getInventory(db, principal.tenantId, params.id);
        const sent = sentAt === undefined ? null : Date.parse(sentAt);
        const changeOf = (cursor: string) => changeOfCursor(storage, principal.tenantId, cursor);
        const batch = { inventoryId, changeOf, sentAt: sent, received: clock.now(), language };
        const receipts: CountReceipt[] = [];
        for (const slice of slicesOf(operations)) {
          oldCounts.assertLeft(principal);
          const ingested = await inTurn(() =>
            storage.write(
              principal.tenantId,
              (tx) => ingestOperations(tx, principal, batch, slice.map(readOperation)),
              { by: principal, isRepeatable: true },
            ),
          );
          receipts.push(...ingested.receipts);
          oldCounts.charge(principal, ingested.reread);
        }
        if (pending !== undefined) {
          const { tenantId, userId, deviceTokenId } = principal;
          const terminal = terminalOf(principal);
          const note = { tenantId, inventoryId, terminal, userId, deviceTokenId, pending };
          await storage.write(tenantId, (tx) => store.savePending.run(tx, { ...note, at: tx.now }), {
            by: principal,
          });
        }
        return { kind: "json", body: { receipts, receivedDT: clock.iso() } };
      },
    }),
    query("GET", "/api/inventories/{id}/operations", {
      operationId: "listCountOperations",
      permission: "manage",
      summary: "Lists count operations of an inventory: the newest 100, or the 100 before an oid",
      description:
        "`state`: `late` (the default), `unknown` (unknown codes) or `applied`. `entered` has the values that were sent, `at` is the time by the server's clock.",
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
        "photo",
      ],
      run({ params, query }, { tenantId }) {
        const { oid: inventoryId } = getInventory(db, tenantId, params.id);
        const { state = "late", before = Number.MAX_SAFE_INTEGER } = query;
        return {
          kind: "json",
          body: listInMainThread(db, shown.newestOperations, {
            tenantId,
            inventoryId,
            state,
            before,
            limit: 100,
          }),
        };
      },
    }),
    query("GET", "/api/inventories/operations/{operationId}", {
      operationId: "getCountOperation",
      permission: "manage",
      summary: "One operation",
      params: { operationId: operationId() },
      response: CountOperation,
      run: ({ params }, { tenantId }) => getDetail(db, tenantId, params.operationId),
    }),
    command("PUT", "/api/inventories/operations/{operationId}/apply", {
      operationId: "applyCountOperation",
      permission: "manage",
      needsRecentLogin: true,
      summary: "Applies a late operation, or all those of a code that has been assigned to an article since",
      description:
        "Of an unknown code, applies all its operations, of all terminals, each at its location. An operation keeps its own time in the order of operations. Revokes the approvals of the item and of the inventory, and the waiver of second counts. Repeating it changes nothing (200).",
      params: { operationId: operationId() },
      response: CountOperation,
      errors: {
        400: "the inventory is closed, cancelled, not started or being worked on; no article has the code; or several items match",
      },
      record: (tx, { params }, { tenantId }) => getOperation(tx, tenantId, params.operationId),
      run(tx, _, { tenantId }, { record }) {
        const inventory = getInventory(tx, tenantId, record.inventoryId);
        assertIdle(tx, inventory);
        applyOperation(tx, inventory, record);
        return {
          ...getDetail(tx, tenantId, record.operationId),
          location: `/api/inventories/operations/${record.operationId}`,
        };
      },
    }),
  ];
}

function tooManyOldCounts(seconds: number) {
  return msg(
    "Too many old counts of items that were counted thousands of times. Send them again in {seconds} s.",
    { seconds },
  );
}

/** Slices in the order of the operations. */
function* slicesOf(operations: readonly unknown[]): Generator<readonly unknown[]> {
  let slice: unknown[] = [];
  let weight = 0;
  for (const operation of operations) {
    slice.push(operation);
    weight += 1 + lengthOf(operation) / CHARACTERS;
    if (weight < SLICE) continue;
    yield slice;
    [slice, weight] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}

/** Number of text characters in an operation. */
function lengthOf(operation: unknown): number {
  const values: unknown[] =
    typeof operation === "object" && operation !== null ? Object.values(operation) : [];
  return values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

const operationId = () => z.string().transform((value) => value.toLowerCase());

function getOperation(db: Db, tenantId: number, id: string): store.OperationRecord {
  const found = store.record.first(db, { tenantId, operationId: id });
  if (found === null) throw noOperation();
  return found;
}

function getDetail(db: Db, tenantId: number, id: string) {
  return recordResponse(shown.detail.first(db, { tenantId, operationId: id }), noOperation);
}

const noOperation = () => new NotFound(msg("Operation not found."));
