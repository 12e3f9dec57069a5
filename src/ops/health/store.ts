import { sql } from "kysely";
import { RequestState } from "../../domain/print-states.ts";
import { jsonObject } from "../../storage/database/json.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";

// Queries of the metrics. They may read many rows, so they run in the reader thread.

const OPEN = [sql.lit(RequestState.Waiting), sql.lit(RequestState.Printing)];

/** Open requests of one printer, with the time of the oldest. */
export interface QueueLength {
  readonly tenant: number;
  readonly oid: number;
  readonly name: string;
  readonly open: number;
  /** ISO 8601, null where none is open. */
  readonly oldest: string | null;
}

/** The number of open requests of each printer. It uses the index of open requests. */
export const queueLengths = statement((p: { deleted: 0 }) =>
  sqlite
    .selectFrom("printer as p")
    .where("p.deleted", "=", p.deleted)
    .orderBy("p.oid")
    .select(({ ref, selectFrom, fn }) => {
      const open = selectFrom("printRequest as r")
        .whereRef("r.printerId", "=", "p.oid")
        .where("r.stateId", "in", OPEN);
      const oldest = open.orderBy("r.oid").limit(sql.lit(1)).select("r.queuedDT");
      return jsonObject<QueueLength>({
        tenant: ref("p.tenantId"),
        oid: ref("p.oid"),
        name: ref("p.name"),
        open: sql<number>`${open.select(fn.countAll().as("count"))}`,
        oldest: sql<string | null>`${oldest}`,
      }).as("json");
    }),
);

/** The number of photos, and the bytes of their images. */
export interface PhotoTotals {
  readonly count: number;
  readonly bytes: number;
}

/** The number of photos, and the bytes of their images. */
export const countPhotos = statement((p: { deleted: 0 }) =>
  sqlite
    .selectFrom("photo")
    .where("deleted", "=", p.deleted)
    .select(({ fn }) =>
      jsonObject<PhotoTotals>({
        count: fn.countAll<number>(),
        bytes: sql<number>`ifnull(sum(size), 0)`,
      }).as("json"),
    ),
);
