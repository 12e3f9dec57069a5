import { sql } from "kysely";
import type { PauseReason } from "../domain/webhook-deliveries.ts";
import { sqlite, statement } from "../storage/database/statement.ts";

// The webhooks. Their deliveries: delivery-store.ts.

const webhooks = () => sqlite.selectFrom("webhook");

export const ofTenant = statement((p: { tenantId: number }) =>
  webhooks().where("tenantId", "=", p.tenantId).orderBy("name").orderBy("oid").selectAll(),
);
export const byId = statement((p: { tenantId: number; oid: number }) =>
  webhooks().where("tenantId", "=", p.tenantId).where("oid", "=", p.oid).selectAll(),
);
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

/** The values of a new webhook. */
interface NewWebhook {
  readonly tenantId: number;
  readonly name: string;
  readonly url: string;
  readonly types: string | null;
  readonly pause: PauseReason | null;
  readonly secret: Buffer;
  readonly position: number;
  readonly createdDT: string;
  readonly change: number;
}
export const insert = statement((p: NewWebhook) =>
  sqlite.insertInto("webhook").values({
    tenantId: p.tenantId,
    name: p.name,
    url: p.url,
    types: p.types,
    pause: p.pause,
    secret: p.secret,
    position: p.position,
    createdDT: p.createdDT,
    change: p.change,
  }),
);
export const update = statement(
  (p: {
    oid: number;
    name: string;
    url: string;
    types: string | null;
    pause: PauseReason | null;
    change: number;
  }) =>
    sqlite
      .updateTable("webhook")
      .set({ name: p.name, url: p.url, types: p.types, pause: p.pause, change: p.change })
      .where("oid", "=", p.oid),
);
export const setPause = statement((p: { oid: number; pause: PauseReason; change: number }) =>
  sqlite
    .updateTable("webhook")
    .set({ pause: p.pause, change: p.change })
    .where("oid", "=", p.oid)
    .where("pause", "is", null),
);
export const pauseAll = statement((p: { pause: PauseReason; change: number }) =>
  sqlite.updateTable("webhook").set({ pause: p.pause, change: p.change }).where("pause", "is", null),
);
export const remove = statement((p: { oid: number }) =>
  sqlite.deleteFrom("webhook").where("oid", "=", p.oid),
);

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
export const setSecrets = statement((p: { oid: number; secret: Buffer; earlierSecret: Buffer | null }) =>
  sqlite
    .updateTable("webhook")
    .set({ secret: p.secret, earlierSecret: p.earlierSecret })
    .where("oid", "=", p.oid),
);

export const setPosition = statement((p: { oid: number; position: number }) =>
  sqlite.updateTable("webhook").set({ position: p.position }).where("oid", "=", p.oid),
);
