import { sql } from "kysely";
import type { Scope } from "../../domain/scopes.ts";
import { bool, jsonObject } from "../../storage/database/json.ts";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom, updateTable } from "../../storage/database/table-statements.ts";
import type { ApiKey, ServiceAccount } from "./routes.ts";

// The service accounts of a tenant and their keys. An account that was deleted has no row in `serviceAccount`.

const accounts = (tenantId: number) =>
  sqlite
    .selectFrom("serviceAccount as s")
    .innerJoin("user as u", "u.oid", "s.userId")
    .where("s.tenantId", "=", tenantId);

const keys = (now: string) => sql<ApiKey[]>`json((
  SELECT json_group_array(json_object('id', k.oid, 'hint', k.hint, 'createdDT', k.createdDT, 'expiresAt', k.expiresAt,
    'lastUsedDT', n.lastUsedDT) ORDER BY k.oid DESC)
  FROM ${sql.table("apiKey")} k LEFT JOIN ${sql.table("apiKeyUse")} n ON n.apiKeyId = k.oid
  WHERE k.tenantId = s.tenantId AND k.userId = s.userId AND k.expiresAt > ${now}))`;

const accountJson = (now: string) =>
  jsonObject<ServiceAccount>({
    oid: sql.ref("s.userId"),
    name: sql.ref("u.fullName"),
    userName: sql.ref("u.userName"),
    scopes: sql<Scope[]>`json(${sql.ref("s.scopes")})`,
    isConfirmed: bool(sql.ref("u.isConfirmed")),
    createdDT: sql.ref("s.createdDT"),
    keys: keys(now),
  }).as("json");

/** The tenant's accounts with their keys that have not expired, by name. */
export const listAccounts = statement((p: { tenantId: number; now: string }) =>
  accounts(p.tenantId).orderBy("u.fullNameFolded").orderBy("u.oid").select(accountJson(p.now)),
);
export const accountDetail = statement((p: { tenantId: number; oid: number; now: string }) =>
  accounts(p.tenantId)
    .where("s.userId", "=", p.oid)
    .select(["s.userId", "s.change", "s.scopes", "u.fullName", accountJson(p.now)]),
);
export const countAccounts = statement((p: { tenantId: number }) =>
  accounts(p.tenantId).select(({ fn }) => fn.countAll<number>().as("count")),
);
export const insertAccount = insertInto("serviceAccount", [
  "userId",
  "tenantId",
  "scopes",
  "createdDT",
  "change",
]);
export const updateScopes = updateTable("serviceAccount", { set: ["scopes", "change"], where: ["userId"] });
export const deleteAccount = deleteFrom("serviceAccount", ["userId"]);

export const insertKey = insertInto("apiKey", [
  "tenantId",
  "userId",
  "keyHash",
  "hint",
  "createdDT",
  "expiresAt",
  "change",
]);
/** Keys that would be valid for longer than `at` end then. */
export const endKeysAt = statement((p: { userId: number; at: string; change: number }) =>
  sqlite
    .updateTable("apiKey")
    .set({ expiresAt: p.at, change: p.change })
    .where("userId", "=", p.userId)
    .where("expiresAt", ">", p.at),
);
export const deleteKey = deleteFrom("apiKey", ["userId", "oid"]);
export const deleteKeys = deleteFrom("apiKey", ["userId"]);
export const deleteExpiredKeys = statement((p: { userId: number; now: string }) =>
  sqlite.deleteFrom("apiKey").where("userId", "=", p.userId).where("expiresAt", "<=", p.now),
);
export const countKeys = statement((p: { userId: number }) =>
  sqlite
    .selectFrom("apiKey")
    .where("userId", "=", p.userId)
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

/** A key with its account, expired or not. */
export const keyByHash = statement((p: { keyHash: Buffer }) =>
  sqlite
    .selectFrom("apiKey as k")
    .innerJoin("serviceAccount as s", "s.userId", "k.userId")
    .innerJoin("user as u", "u.oid", "k.userId")
    .where("k.keyHash", "=", p.keyHash)
    .select(["k.oid", "k.tenantId", "k.userId", "k.expiresAt", "s.scopes"])
    .select(["u.userName", "u.fullName", "u.isActive", "u.isConfirmed"]),
);
/** The account's keys that are valid for longer than `at`. */
export const keysAfter = statement((p: { userId: number; at: string }) =>
  sqlite
    .selectFrom("apiKey")
    .where("userId", "=", p.userId)
    .where("expiresAt", ">", p.at)
    .select(["oid", "hint"])
    .orderBy("oid"),
);
const tenantOfKey = selectFrom("apiKey", ["oid"], ["tenantId"]);
const saveUse = statement((p: { apiKeyId: number; tenantId: number; at: string }) =>
  sqlite
    .insertInto("apiKeyUse")
    .values({ apiKeyId: p.apiKeyId, tenantId: p.tenantId, lastUsedDT: p.at })
    .onConflict((conflict) =>
      conflict
        .column("apiKeyId")
        .doUpdateSet({ lastUsedDT: sql<string>`max(lastUsedDT, excluded.lastUsedDT)` }),
    ),
);

/** Saves the last use of a key, unless it has been deleted. `at`: milliseconds since 1970. */
export function saveLastUse(tx: Tx, apiKeyId: number, at: number): void {
  const key = tenantOfKey.first(tx, { oid: apiKeyId });
  if (key !== null) saveUse.run(tx, { apiKeyId, tenantId: key.tenantId, at: new Date(at).toISOString() });
}
