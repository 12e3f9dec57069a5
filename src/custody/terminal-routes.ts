import { z } from "zod";
import { CUSTODY_KINDS } from "../domain/custody.ts";
import { orNotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { dayOrNull, id, moment, oneOf, pathId, text } from "../http/endpoint/fields.ts";
import { listInReader } from "../storage/database/json.ts";
import { notedFields, notedOf } from "./fields.ts";
import { receiveOperation } from "./operation.ts";
import * as operations from "./operation-store.ts";
import { CustodyPerson, CustodyReceipt, OpenCustody, RejectedCustody } from "./shapes.ts";
import * as store from "./terminal-store.ts";

const path = "/api/custodies";
const MAX_ID_LENGTH = 64;
/** Rejected operations of one response. */
const MAX_REJECTED = 100;

const OPERATION = `For terminals that work offline. The operation may be sent again until its receipt has arrived; the server applies
each \`operationId\` once. \`at\` is the time of the operation, by the terminal's estimate of the server's time; a later one counts as now.
\`authorId\` is the user who was logged in, if not the caller: a user who has logged in on this device.

- \`applied\`: the article is with the person, or was taken back.
- \`unchanged\`: it was so already, or the return is older than the present hand-over.
- \`rejected\`: it contradicts what others have recorded. The operation is stored; Managers see it until they dismiss it.

An operation that is older than the last change of the article never moves it; times may differ by 60 s.`;

/** What terminals read and send, and what Managers see of it. */
export function custodyTerminalRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query("GET", `${path}/open`, {
      operationId: "listOpenCustodies",
      permission: "terminal",
      summary: "Which person has which article now, for terminals",
      response: z.array(OpenCustody),
      tables: ["custody", "user"],
      run: async (_, { tenantId }) => ({
        kind: "json",
        body: await listInReader(storage.reader, store.allOpen, { tenantId }),
      }),
    }),
    query("GET", `${path}/people`, {
      operationId: "listCustodyPeople",
      permission: "terminal",
      summary: "The active persons, by full name; for a paired device with the codes on their badges",
      response: z.array(CustodyPerson),
      tables: ["user"],
      variesByPrincipal: true,
      async run(_, { tenantId, deviceTokenId }) {
        const people = store.people[deviceTokenId === null ? "withoutBadges" : "withBadges"];
        return { kind: "json", body: await listInReader(storage.reader, people, { tenantId }) };
      },
    }),
    command("POST", `${path}/operations`, {
      operationId: "submitCustodyOperation",
      permission: "terminal",
      summary: "Submits a hand-over or return of a terminal",
      description: OPERATION,
      body: {
        operationId: text(MAX_ID_LENGTH),
        kind: oneOf(CUSTODY_KINDS),
        articleId: id(),
        userId: id().nullable().optional().describe("the person; required for `start`"),
        at: moment(),
        dueDate: dayOrNull().optional(),
        authorId: id().optional(),
        ...notedFields(),
      },
      response: CustodyReceipt,
      isRepeatable: true,
      usesIdempotencyKey: false,
      run(tx, { body, language }, principal) {
        const sent = {
          ...notedOf(body),
          operationId: body.operationId,
          kind: body.kind,
          articleId: body.articleId,
          userId: body.userId ?? null,
          at: body.at,
          dueDate: body.dueDate ?? null,
          authorId: body.authorId ?? null,
        };
        return { kind: "json", body: receiveOperation(tx, principal, sent, language) };
      },
    }),
    query("GET", `${path}/rejected`, {
      operationId: "listRejectedCustodies",
      permission: "manage",
      summary:
        "Hand-overs and returns of terminals that were rejected and not dismissed, newest first, at most 100",
      response: z.array(RejectedCustody),
      tables: ["custodyOperation", "custody", "article", "user", "deviceToken"],
      run: async (_, { tenantId }) => ({
        kind: "json",
        body: await listInReader(storage.reader, operations.rejected, { tenantId, limit: MAX_REJECTED }),
      }),
    }),
    command("PUT", `${path}/rejected/{id}/dismiss`, {
      operationId: "dismissRejectedCustody",
      permission: "manage",
      summary: "Dismisses a rejected hand-over or return",
      params: { id: pathId() },
      record: (tx, { params }, { tenantId }) => {
        return orNotFound(
          operations.pendingRecord.first(tx, { tenantId, oid: params.id }),
          msg("This rejected hand-over was not found."),
        );
      },
      run(tx, _, { userId }, { record }) {
        operations.dismiss.run(tx, {
          oid: record.oid,
          dismissedDT: tx.now,
          dismissedBy: userId,
          change: tx.change,
        });
      },
    }),
  ];
}
