import { createHash, timingSafeEqual } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { addStarterLists } from "../../catalogue/starter.ts";
import type { Locale } from "../../domain/message.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { syncFolder, writeSmallFile } from "../../storage/files.ts";
import { normalizeCode, randomCode } from "../secrets/codes.ts";
import { addUser, type NewUser } from "../users/users.ts";

const insertTenant = statement((p: { name: string; createdDT: string }) =>
  sqlite.insertInto("tenant").values({ name: p.name, createdDT: p.createdDT }),
);

/** The code of a box without users, from its 0600 file in the data folder; made at the first call. 78 bits. */
export function ensureSetupCode(folder: string): string {
  const path = join(folder, "setup-code");
  const kept = readSmallFile(path)?.trim();
  if (kept) return kept;
  const made = randomCode(4, 4);
  writeSmallFile(path, `${made}\n`);
  return made;
}

/** Removes the code once it was used. */
export function removeSetupCode(folder: string): void {
  rmSync(join(folder, "setup-code"), { force: true });
  syncFolder(folder);
}

/** True when the codes are the same, but for letter case, blanks and dashes. */
export function isSameCode(given: string, expected: string): boolean {
  const digest = (code: string) => createHash("sha256").update(normalizeCode(code)).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Makes a tenant; gives its oid. */
export function addTenant(tx: Tx, name: string): number {
  return insertTenant.run(tx, { name, createdDT: tx.now }).oid;
}

/** Makes a tenant with its first Admin and the starter values of its lists in this language; gives the Admin's oid. */
export function setUp(
  tx: Tx,
  tenantName: string,
  admin: Omit<NewUser, "tenantId" | "roles" | "isActive">,
  language: Locale,
): number {
  const tenantId = addTenant(tx, tenantName);
  addStarterLists(tx, tenantId, language);
  return addUser(tx, { ...admin, tenantId, roles: ["Admin"], isActive: true });
}
