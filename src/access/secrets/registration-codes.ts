import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { DeviceKind } from "../../domain/principal.ts";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { deleteFrom, replaceInto } from "../../storage/database/table-statements.ts";
import { normalizeCode, randomCode } from "./codes.ts";

// The one-time codes that pair devices (contract 4.3).

/** Two groups of seven letters: 68 bits. */
const GROUPS = 2;
const GROUP = 7;

const saveCode = replaceInto("registrationCode", [
  "userId",
  "tenantId",
  "codeMac",
  "kind",
  "expiresAt",
  "deviceTokenId",
]);
const findCode = statement((p: { codeMac: Buffer; now: string }) =>
  sqlite
    .selectFrom("registrationCode")
    .select(["userId", "tenantId", "kind", "deviceTokenId"])
    .where("codeMac", "=", p.codeMac)
    .where("expiresAt", ">", p.now),
);
const deleteCode = deleteFrom("registrationCode", ["userId"]);
const deleteOfUser = statement((p: { userId: number }) =>
  sqlite
    .deleteFrom("registrationCode")
    .where((eb) =>
      eb.or([
        eb("userId", "=", p.userId),
        eb(
          "tenantId",
          "in",
          sqlite
            .selectFrom("user")
            .select("tenantId")
            .where("oid", "=", p.userId)
            .where(sql<boolean>`EXISTS (SELECT 1 FROM json_each(roles) WHERE value = 'Admin')`),
        ),
      ]),
    ),
);
const deleteOnDevice = deleteFrom("registrationCode", ["deviceTokenId"]);
const deleteAll = statement(() => sqlite.deleteFrom("registrationCode"));

/** What a code pairs: a device of this user and kind. `deviceTokenId`: the device by which it was made; null: none. */
interface CodeContent {
  readonly userId: number;
  readonly tenantId: number;
  readonly kind: DeviceKind;
  readonly deviceTokenId: number | null;
}

/** Makes a one-time code. It replaces the user's older code. */
export function createCode(
  tx: Tx,
  { userId, tenantId, kind, deviceTokenId }: CodeContent,
  key: string,
  expiresAt: string,
): string {
  const code = randomCode(GROUPS, GROUP);
  saveCode.run(tx, {
    userId,
    tenantId,
    kind,
    deviceTokenId,
    expiresAt,
    codeMac: macOf(normalizeCode(code), key),
  });
  return code;
}

/** Consumes a normalized code. Null: unknown, used or expired. */
export function consumeCode(tx: Tx, letters: string, key: string): CodeContent | null {
  const found = findCode.first(tx, { codeMac: macOf(letters, key), now: tx.now });
  if (found !== null) deleteCode.run(tx, { userId: found.userId });
  return found;
}

/** Deletes a user's code; those of the whole tenant for an Admin, who may have made any of them. They are valid for minutes. */
export function deleteCodeOfUser(tx: Tx, { oid }: { oid: number }): void {
  deleteOfUser.run(tx, { userId: oid });
}

/** Deletes the codes that were made by a device. */
export function deleteCodesOfDevice(tx: Tx, { oid }: { oid: number }): void {
  deleteOnDevice.run(tx, { deviceTokenId: oid });
}

/** Deletes the codes of all users. */
export function deleteAllCodes(tx: Tx): void {
  deleteAll.run(tx, {});
}

/**
 * Normalizes a code, entered or scanned as QR content. Letter case, blanks and dashes do not matter. Throws Invalid for QR
 * content with another prefix.
 */
export function normalizeScannedCode(code: string, prefix: string): string {
  const qr = /^([^:]*):(.*)$/s.exec(code.trim());
  if (qr && qr[1]?.toUpperCase() !== `${prefix}-DEV`) {
    throw Invalid.field("code", msg("is not a code of this server; scan the QR code that this server shows"));
  }
  return normalizeCode(qr?.[2] ?? code);
}

/** A code is short, so its hash needs a key that is not in the database. */
function macOf(letters: string, key: string): Buffer {
  return createHmac("sha256", key).update(letters).digest();
}
