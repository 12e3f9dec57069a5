import { sqlite, statement } from "../../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom, updateTable } from "../../storage/database/table-statements.ts";

// The second factors of users (tables `totpFactor`, `passkey`, `recoveryCode`).

interface OfUser {
  readonly tenantId: number;
  readonly userId: number;
}

export const totp = selectFrom("totpFactor", ["tenantId", "userId"], ["secret", "lastStep", "createdDT"]);
export const addTotp = insertInto("totpFactor", ["userId", "tenantId", "secret", "lastStep", "createdDT"]);
export const useTotp = updateTable("totpFactor", { set: ["lastStep"], where: ["tenantId", "userId"] });
/** The secrets of all authenticator apps, of all tenants. */
export const allTotp = statement(() =>
  sqlite.selectFrom("totpFactor").select(["userId", "tenantId", "secret"]),
);
export const setTotpSecret = updateTable("totpFactor", { set: ["secret"], where: ["tenantId", "userId"] });
export const removeTotp = deleteFrom("totpFactor", ["tenantId", "userId"]);

export const passkeys = selectFrom("passkey", ["tenantId", "userId"], undefined, { orderBy: ["oid"] });
export const passkeyByCredential = selectFrom("passkey", ["credentialId"], ["oid"]);
export const addPasskey = insertInto("passkey", [
  "tenantId",
  "userId",
  "rpId",
  "credentialId",
  "publicKey",
  "counter",
  "transports",
  "name",
  "createdDT",
]);
export const usePasskey = updateTable("passkey", {
  set: ["counter", "lastUsedDT"],
  where: ["tenantId", "userId", "oid"],
});
export const removePasskey = deleteFrom("passkey", ["tenantId", "userId", "oid"]);
export const removePasskeys = deleteFrom("passkey", ["tenantId", "userId"]);

export const unusedCodes = selectFrom("recoveryCode", ["tenantId", "userId"], ["codeMac"], {
  is: { usedDT: null },
});
export const addRecoveryCode = insertInto("recoveryCode", ["codeMac", "tenantId", "userId"]);
export const useRecoveryCode = updateTable("recoveryCode", {
  set: ["usedDT"],
  where: ["tenantId", "userId", "codeMac"],
  is: { usedDT: null },
});
/** The users with recovery codes, of all tenants. */
export const recoveryCodeUsers = statement(() =>
  sqlite.selectFrom("recoveryCode").select(["userId", "tenantId"]).distinct(),
);
export const removeRecoveryCodes = deleteFrom("recoveryCode", ["tenantId", "userId"]);

/** Marks the user as changed, because its representation shows whether it has second factors. */
export const touchUser = statement((p: OfUser & { change: number }) =>
  sqlite
    .updateTable("user")
    .set({ change: p.change })
    .where("tenantId", "=", p.tenantId)
    .where("oid", "=", p.userId),
);
