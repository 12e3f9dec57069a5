import { sqlite, statement } from "../storage/statement.ts";
import { RequestState } from "./request-states.ts";

export interface NewRequest {
  readonly tenantId: number;
  readonly articleId: number;
  readonly printerId: number;
  readonly labelFormatId: number;
  readonly copies: number;
  readonly createdDT: string;
  readonly createdBy: string;
  readonly userId: number;
  readonly deviceTokenId: number | null;
  readonly change: number;
}

export const insert = statement((p: NewRequest & { stateId: RequestState }) =>
  sqlite.insertInto("printRequest").values({
    tenantId: p.tenantId,
    articleId: p.articleId,
    printerId: p.printerId,
    labelFormatId: p.labelFormatId,
    copies: p.copies,
    stateId: p.stateId,
    createdDT: p.createdDT,
    createdBy: p.createdBy,
    userId: p.userId,
    deviceTokenId: p.deviceTokenId,
    change: p.change,
  }),
);

export const insertData = statement((p: { printRequestId: number; data: Buffer }) =>
  sqlite.insertInto("printData").values({ printRequestId: p.printRequestId, data: p.data }),
);

export const openOfPrinter = statement((p: { printerId: number }) =>
  sqlite
    .selectFrom("printRequest")
    .select("oid")
    .where("printerId", "=", p.printerId)
    .where("stateId", "in", [RequestState.Waiting, RequestState.Printing])
    .limit(1),
);

export const cancelWaiting = statement(
  (p: { printerId: number; lastError: string; now: string; change: number }) =>
    sqlite
      .updateTable("printRequest")
      .set({
        stateId: RequestState.Error,
        lastError: p.lastError,
        nextTryDT: null,
        finishedDT: p.now,
        change: p.change,
      })
      .where("printerId", "=", p.printerId)
      .where("stateId", "=", RequestState.Waiting),
);
