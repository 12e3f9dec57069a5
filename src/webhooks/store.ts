import { sql } from "kysely";
import type { PauseReason } from "../domain/webhook-deliveries.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom, updateTable } from "../storage/database/table-statements.ts";

// The webhooks. Their deliveries: delivery-store.ts.

const webhooks = () => sqlite.selectFrom("webhook");

export const ofTenant = statement((p: { tenantId: number }) =>
  webhooks().where("tenantId", "=", p.tenantId).orderBy("name").orderBy("oid").selectAll(),
);
export const byId = selectFrom("webhook", ["tenantId", "oid"]);
export const count = statement((p: { tenantId: number }) =>
  webhooks()
    .where("tenantId", "=", p.tenantId)
    .select(({ fn }) => fn.countAll<number>().as("count")),
);
/** The webhooks that send, of all tenants. */
export const active = statement((_: object) =>
  webhooks().where("pause", "is", null).orderBy("oid").selectAll(),
);
/** A webhook of the tenant that wants this type. */
export const wanting = statement((p: { tenantId: number; type: string }) =>
  webhooks()
    .where("tenantId", "=", p.tenantId)
    .where(sql<boolean>`(types IS NULL OR EXISTS (SELECT 1 FROM json_each(types) WHERE value = ${p.type}))`)
    .select("oid")
    .limit(sql.lit(1)),
);

export const insert = insertInto("webhook", [
  "tenantId",
  "name",
  "url",
  "types",
  "pause",
  "secret",
  "position",
  "createdDT",
  "change",
]);
export const update = updateTable("webhook", {
  set: ["name", "url", "types", "pause", "change"],
  where: ["oid"],
});
export const setPause = updateTable("webhook", {
  set: ["pause", "change"],
  where: ["oid"],
  is: { pause: null },
});
export const pauseAll = statement((p: { pause: PauseReason; change: number }) =>
  sqlite.updateTable("webhook").set({ pause: p.pause, change: p.change }).where("pause", "is", null),
);
export const remove = deleteFrom("webhook", ["oid"]);

/** The secret becomes the earlier one, which signs until `earlierUntil`. With `keepsEarlier` a valid earlier one stays instead. */
export const rotateSecret = statement(
  (p: {
    oid: number;
    secret: Buffer;
    earlierUntil: string;
    keepsEarlier: number;
    now: string;
    change: number;
  }) =>
    sqlite
      .updateTable("webhook")
      .set(({ ref }) => ({
        earlierSecret: sql<Buffer>`CASE WHEN ${p.keepsEarlier} AND earlierUntil > ${p.now} THEN ${ref("earlierSecret")} ELSE ${ref("secret")} END`,
        secret: p.secret,
        earlierUntil: p.earlierUntil,
        change: p.change,
      }))
      .where("oid", "=", p.oid),
);
export const removeEarlierSecrets = statement((p: { now: string }) =>
  sqlite
    .updateTable("webhook")
    .set({ earlierSecret: null, earlierUntil: null })
    .where("earlierUntil", "<=", p.now),
);
export const allSecrets = statement((_: object) =>
  webhooks().select(["oid", "tenantId", "secret", "earlierSecret"]),
);
export const setSecrets = updateTable("webhook", { set: ["secret", "earlierSecret"], where: ["oid"] });

export const setPosition = updateTable("webhook", { set: ["position"], where: ["oid"] });
