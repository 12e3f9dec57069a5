import { sql } from "kysely";
import { RequestState } from "../../domain/print-states.ts";
import { jsonObject } from "../../storage/database/json.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";

// What is counted for the figures. It walks through rows that may be many: for the reader thread.

const OPEN = [sql.lit(RequestState.Waiting), sql.lit(RequestState.Printing)];

/** One printer's open labels, and when the oldest was asked for. */
export interface QueueLength {
  readonly tenant: number;
  readonly oid: number;
  readonly name: string;
  readonly open: number;
  /** ISO 8601, null where none is open. */
  readonly oldest: string | null;
}

/** How many labels are open at each printer: by the index of open requests, so however many are done. */
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

/** How many photos there are, and the bytes of their pictures. */
export interface PhotoTotals {
  readonly count: number;
  readonly bytes: number;
}

/** How many photos there are, and the bytes of their pictures. */
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
