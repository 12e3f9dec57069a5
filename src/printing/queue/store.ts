import { sql } from "kysely";
import { RequestState } from "../../domain/print-states.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import { insertInto, selectFrom } from "../../storage/database/table-statements.ts";

/**
 * The open states, as literals. SQLite uses the partial index printRequestOpen only where the query repeats the index's
 * own condition, `stateId IN (1, 2)`. So a query for one of the two states names both conditions.
 */
export const OPEN_STATES = [sql.lit(RequestState.Waiting), sql.lit(RequestState.Printing)];
const WAITING = sql.lit(RequestState.Waiting);

export const insert = insertInto(
  "printRequest",
  [
    ...(["tenantId", "articleId", "locationId", "printerId", "labelFormatId", "copies"] as const),
    ...(["createdDT", "queuedDT", "createdBy", "userId", "deviceTokenId", "change"] as const),
  ],
  { stateId: RequestState.Waiting },
);
export const insertData = insertInto("printData", ["printRequestId", "data", "isRaster", "printerTypeId"]);
/** The label of a request, the printer as it is now, and the type of its commands. Of an old label it is that of its template now. */
export const dataOf = statement((p: { oid: number }) =>
  sqlite
    .selectFrom("printData as d")
    .innerJoin("printRequest as r", "r.oid", "d.printRequestId")
    .innerJoin("printer as p", "p.oid", "r.printerId")
    .leftJoin("printFormat as f", "f.oid", "r.labelFormatId")
    .select(["d.data", "d.isRaster", "p.printerTypeId", "p.dpi", "p.printWidthMm"])
    .select((eb) => eb.fn.coalesce("d.printerTypeId", "f.printerTypeId").as("commandsTypeId"))
    .where("d.printRequestId", "=", p.oid),
);

export const openRequestOfPrinter = statement((p: { printerId: number }) =>
  sqlite
    .selectFrom("printRequest")
    .select("oid")
    .where("printerId", "=", p.printerId)
    .where("stateId", "in", OPEN_STATES)
    .limit(sql.lit(1)),
);

/** An open request that is no drawn label. */
export const openCommandsOfPrinter = statement((p: { printerId: number }) =>
  sqlite
    .selectFrom("printRequest as r")
    .innerJoin("printData as d", "d.printRequestId", "r.oid")
    .select("r.oid")
    .where("r.printerId", "=", p.printerId)
    .where("r.stateId", "in", OPEN_STATES)
    .where("d.isRaster", "=", 0)
    .limit(sql.lit(1)),
);

/** The addresses of active printers with waiting requests: one lane each. */
export const addressesWithWaiting = statement(() =>
  sqlite
    .selectFrom("printer as p")
    .select(["p.ipAddress", "p.port"])
    .distinct()
    .where("p.isActive", "=", 1)
    .where("p.deleted", "=", 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("printRequest as r")
          .select("r.oid")
          .whereRef("r.printerId", "=", "p.oid")
          .where("r.stateId", "in", OPEN_STATES)
          .where("r.stateId", "=", WAITING),
      ),
    ),
);

/** The oldest waiting requests of all printers at this address and port, at most `limit`. */
export const firstWaiting = statement((p: { ipAddress: string; port: number; limit: number }) =>
  sqlite
    .selectFrom("printer as p")
    // Crossed: SQLite does not reorder it, and the table of all requests would be read else.
    .crossJoin("printRequest as r")
    .where("r.oid", "in", (eb) =>
      // The oldest of each printer, by the index: a long queue is not sorted for each label.
      eb
        .selectFrom("printRequest as w")
        .select("w.oid")
        .whereRef("w.printerId", "=", "p.oid")
        .where("w.stateId", "in", OPEN_STATES)
        .where("w.stateId", "=", WAITING)
        .orderBy("w.oid")
        .limit(p.limit),
    )
    .where(sql`lower(p.ipAddress)`, "=", p.ipAddress)
    .where("p.port", "=", p.port)
    .where("p.isActive", "=", 1)
    .where("p.deleted", "=", 0)
    .orderBy("r.oid")
    .limit(p.limit)
    .select([
      "r.oid",
      "r.tenantId",
      "r.copies",
      "r.attempts",
      "r.queuedDT",
      "r.nextTryDT",
      "r.articleId",
      "r.locationId",
      "r.printerId",
      "p.name",
      "p.ipAddress",
      "p.port",
      "p.printerTypeId",
    ]),
);

/** Requests in the state Printing: at the start those that a crash interrupted. */
export const printingRequests = statement((p: { limit: number }) =>
  sqlite
    .selectFrom("printRequest as r")
    .innerJoin("printer as p", "p.oid", "r.printerId")
    .select(["r.oid", "r.tenantId", "r.copies", "r.articleId", "r.locationId", "r.printerId", "p.name"])
    .where("r.stateId", "in", OPEN_STATES)
    .where("r.stateId", "=", RequestState.Printing)
    .limit(p.limit),
);

/** The addresses of printers that have printed nothing since a drawn label was interrupted. Its data are stored since `since`. */
export const cutPrinters = statement((p: { since: string }) =>
  sqlite
    .selectFrom("printRequest as r")
    .innerJoin("printData as d", "d.printRequestId", "r.oid")
    .innerJoin("printer as p", "p.oid", "r.printerId")
    .select(["p.ipAddress", "p.port"])
    .distinct()
    .where("r.finishedDT", ">=", p.since)
    .where("r.isInterrupted", "=", 1)
    // Begun: a restore interrupts those that wait.
    .where("r.startedDT", "is not", null)
    .where("d.isRaster", "=", 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("printRequest as l")
            .select("l.oid")
            .whereRef("l.printerId", "=", "r.printerId")
            .where("l.stateId", "=", RequestState.Done)
            .whereRef("l.finishedDT", ">", "r.finishedDT"),
        ),
      ),
    ),
);

export const removeOldData = statement((p: { before: string; limit: number }) =>
  sqlite
    .deleteFrom("printData")
    .where("printRequestId", "in", (eb) =>
      eb
        .selectFrom("printRequest as r")
        .innerJoin("printData as d", "d.printRequestId", "r.oid")
        .select("r.oid")
        .where("r.finishedDT", "<", p.before)
        .limit(p.limit),
    ),
);

export const record = selectFrom("printRequest", ["tenantId", "oid"]);
export const printerState = selectFrom("printer", ["oid"], ["deleted", "printerTypeId"]);
