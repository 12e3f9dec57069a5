import { sql } from "kysely";
import { RequestState } from "../../domain/print-states.ts";
import type { DeliveryState } from "../../domain/webhook-deliveries.ts";
import { jsonObject } from "../../storage/database/json.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";

// Queries of the metrics. They may read many rows, so they run in the reader thread.

const OPEN = [sql.lit(RequestState.Waiting), sql.lit(RequestState.Printing)];

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
      return jsonObject({
        tenant: ref("p.tenantId"),
        oid: ref("p.oid"),
        name: ref("p.name"),
        open: sql<number>`${open.select(fn.countAll().as("count"))}`,
        // ISO 8601; null: none waits.
        oldest: sql<string | null>`${oldest}`,
      }).as("json");
    }),
);

/** The deliveries of each webhook that wait or have failed. It uses the index by state. */
export const webhookBacklogs = statement((_: { deleted: 0 }) =>
  sqlite
    .selectFrom("webhook as w")
    .orderBy("w.oid")
    .select(({ ref, selectFrom, fn }) => {
      const inState = (state: DeliveryState) =>
        selectFrom("webhookDelivery as d")
          .whereRef("d.webhookId", "=", "w.oid")
          .where("d.state", "=", sql.lit(state));
      const numberOf = (state: DeliveryState) =>
        sql<number>`${inState(state).select(fn.countAll().as("count"))}`;
      return jsonObject({
        tenant: ref("w.tenantId"),
        oid: ref("w.oid"),
        waiting: numberOf("waiting"),
        failed: numberOf("failed"),
        // ISO 8601; null: none waits.
        oldest: sql<string | null>`${inState("waiting").select(sql<string>`min(d.queuedDT)`.as("oldest"))}`,
      }).as("json");
    }),
);

/** The number of photos, and the bytes of their images. */
export const countPhotos = statement((p: { deleted: 0 }) =>
  sqlite
    .selectFrom("photo")
    .where("deleted", "=", p.deleted)
    .select(({ fn }) =>
      jsonObject({
        count: fn.countAll<number>(),
        bytes: sql<number>`ifnull(sum(size), 0)`,
      }).as("json"),
    ),
);

const mailsIn = (state: "waiting" | "failed") =>
  sql<number>`(SELECT count(*) FROM ${sql.table("noticeMail")} WHERE state = ${sql.lit(state)})`;

/** The numbers of e-mails of notices that are not delivered. */
export const countMails = statement((_: { deleted: 0 }) =>
  sqlite.selectNoFrom(jsonObject({ waiting: mailsIn("waiting"), failed: mailsIn("failed") }).as("json")),
);
