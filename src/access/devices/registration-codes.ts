import { createHmac } from "node:crypto";
import type { DeviceKind } from "../../domain/device-kinds.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { normalizeCode, randomCode } from "../secrets/codes.ts";

// The one-time codes by which devices are paired (contract 4.3).

/** Two groups of seven letters: 68 bits. */
const GROUPS = 2;
const GROUP = 7;

interface CodeRow {
  readonly userId: number;
  readonly tenantId: number;
  readonly codeMac: Buffer;
  readonly kind: DeviceKind;
  readonly expiresAt: string;
}
const putCode = statement((p: CodeRow) =>
  sqlite.replaceInto("registrationCode").values({
    userId: p.userId,
    tenantId: p.tenantId,
    codeMac: p.codeMac,
    kind: p.kind,
    expiresAt: p.expiresAt,
  }),
);
const findCode = statement((p: { codeMac: Buffer; now: string }) =>
  sqlite
    .selectFrom("registrationCode")
    .select(["userId", "tenantId", "kind"])
    .where("codeMac", "=", p.codeMac)
    .where("expiresAt", ">", p.now),
);
const dropCode = statement((p: { userId: number }) =>
  sqlite.deleteFrom("registrationCode").where("userId", "=", p.userId),
);

const dropAll = statement(() => sqlite.deleteFrom("registrationCode"));

/** Makes the one-time code by which a device becomes this user's; it takes the place of an older one. */
export function createCode(
  tx: Tx,
  holder: { oid: number; tenantId: number; kind: DeviceKind },
  key: string,
  expiresAt: string,
): string {
  const code = randomCode(GROUPS, GROUP);
  putCode.run(tx, {
    userId: holder.oid,
    tenantId: holder.tenantId,
    codeMac: macOf(normalizeCode(code), key),
    kind: holder.kind,
    expiresAt,
  });
  return code;
}

/** Uses up a code, given by its letters; gives whose it was and for what, or null when it is unknown, used or expired. */
export function consumeCode(
  tx: Tx,
  letters: string,
  key: string,
): { userId: number; tenantId: number; kind: DeviceKind } | null {
  const found = findCode.first(tx, { codeMac: macOf(letters, key), now: tx.now });
  if (found !== null) dropCode.run(tx, { userId: found.userId });
  return found;
}

/** Ends the code that stands for a user, if any. */
export function deleteCodeOfUser(tx: Tx, { oid }: { oid: number }): void {
  dropCode.run(tx, { userId: oid });
}

/** Ends the codes of all users. */
export function deleteAllCodes(tx: Tx): void {
  dropAll.run(tx, {});
}

/**
 * The letters of a code, bare or as QR content; letter case, blanks and dashes do not matter. Throws Invalid on QR content
 * of another make.
 */
export function normalizeScannedCode(code: string, prefix: string): string {
  const qr = /^([^:]*):(.*)$/s.exec(code.trim());
  if (qr && qr[1]?.toUpperCase() !== `${prefix}-DEV`) {
    throw Invalid.field(
      "code",
      msg(
        "is not a code of this server; scan the QR code that it shows",
        "není kód tohoto serveru; načtěte QR kód, který zobrazuje",
      ),
    );
  }
  return normalizeCode(qr?.[2] ?? code);
}

/** A code is short, so only a key that is not in the database keeps it from being guessed back. */
function macOf(letters: string, key: string): Buffer {
  return createHmac("sha256", key).update(letters).digest();
}
