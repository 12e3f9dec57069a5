import { sqlite, statement } from "../../storage/database/statement.ts";

// The second factors of users (tables `totpFactor`, `passkey`, `recoveryCode`).

interface OfUser {
  readonly tenantId: number;
  readonly userId: number;
}

export const totp = statement((p: OfUser) =>
  sqlite
    .selectFrom("totpFactor")
    .select(["secret", "lastStep", "createdDT"])
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId),
);
export const addTotp = statement((p: OfUser & { secret: Buffer; lastStep: number; now: string }) =>
  sqlite.insertInto("totpFactor").values({
    userId: p.userId,
    tenantId: p.tenantId,
    secret: p.secret,
    lastStep: p.lastStep,
    createdDT: p.now,
  }),
);
export const useTotp = statement((p: OfUser & { lastStep: number }) =>
  sqlite
    .updateTable("totpFactor")
    .set({ lastStep: p.lastStep })
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId),
);
/** The secrets of all authenticator apps, of all tenants. */
export const allTotp = statement(() =>
  sqlite.selectFrom("totpFactor").select(["userId", "tenantId", "secret"]),
);
export const setTotpSecret = statement((p: OfUser & { secret: Buffer }) =>
  sqlite
    .updateTable("totpFactor")
    .set({ secret: p.secret })
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId),
);
export const removeTotp = statement((p: OfUser) =>
  sqlite.deleteFrom("totpFactor").where("tenantId", "=", p.tenantId).where("userId", "=", p.userId),
);

export const passkeys = statement((p: OfUser) =>
  sqlite
    .selectFrom("passkey")
    .select(["oid", "rpId", "credentialId", "publicKey", "counter", "transports"])
    .select(["name", "createdDT", "lastUsedDT"])
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .orderBy("oid"),
);
export const passkeyByCredential = statement((p: { credentialId: string }) =>
  sqlite.selectFrom("passkey").select("oid").where("credentialId", "=", p.credentialId),
);
export const addPasskey = statement(
  (
    p: OfUser & {
      rpId: string;
      credentialId: string;
      publicKey: Buffer;
      counter: number;
      transports: string;
      name: string;
      now: string;
    },
  ) =>
    sqlite.insertInto("passkey").values({
      tenantId: p.tenantId,
      userId: p.userId,
      rpId: p.rpId,
      credentialId: p.credentialId,
      publicKey: p.publicKey,
      counter: p.counter,
      transports: p.transports,
      name: p.name,
      createdDT: p.now,
    }),
);
export const usePasskey = statement((p: OfUser & { oid: number; counter: number; now: string }) =>
  sqlite
    .updateTable("passkey")
    .set({ counter: p.counter, lastUsedDT: p.now })
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .where("oid", "=", p.oid),
);
export const removePasskey = statement((p: OfUser & { oid: number }) =>
  sqlite
    .deleteFrom("passkey")
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .where("oid", "=", p.oid),
);
export const removePasskeys = statement((p: OfUser) =>
  sqlite.deleteFrom("passkey").where("tenantId", "=", p.tenantId).where("userId", "=", p.userId),
);

export const unusedCodes = statement((p: OfUser) =>
  sqlite
    .selectFrom("recoveryCode")
    .select("codeMac")
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .where("usedDT", "is", null),
);
export const addRecoveryCode = statement((p: OfUser & { codeMac: Buffer }) =>
  sqlite.insertInto("recoveryCode").values({ codeMac: p.codeMac, tenantId: p.tenantId, userId: p.userId }),
);
export const useRecoveryCode = statement((p: OfUser & { codeMac: Buffer; now: string }) =>
  sqlite
    .updateTable("recoveryCode")
    .set({ usedDT: p.now })
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .where("codeMac", "=", p.codeMac)
    .where("usedDT", "is", null),
);
/** The users with recovery codes, of all tenants. */
export const recoveryCodeUsers = statement(() =>
  sqlite.selectFrom("recoveryCode").select(["userId", "tenantId"]).distinct(),
);
export const removeRecoveryCodes = statement((p: OfUser) =>
  sqlite.deleteFrom("recoveryCode").where("tenantId", "=", p.tenantId).where("userId", "=", p.userId),
);

/** Marks the user as changed, because its representation shows whether it has second factors. */
export const touchUser = statement((p: OfUser & { change: number }) =>
  sqlite
    .updateTable("user")
    .set({ change: p.change })
    .where("tenantId", "=", p.tenantId)
    .where("oid", "=", p.userId),
);
