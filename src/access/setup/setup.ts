import { createHash, timingSafeEqual } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { addStarterLists } from "../../catalogue/starter.ts";
import { NotFound, Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Locale } from "../../i18n/locales.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { insertInto } from "../../storage/database/table-statements.ts";
import { syncFolder, writeSmallFile } from "../../storage/files/durable-files.ts";
import { anonymousAttemptEvent, recordFailure, recordIfRejected } from "../rate-limit/attempts.ts";
import { countersIn } from "../rate-limit/counter-store.ts";
import { countLoginAttempt, type LoginAttempt, refundLoginAttempt } from "../rate-limit/rate-limit.ts";
import { normalizeCode, randomCode } from "../secrets/codes.ts";
import { addUser, hasUsers, type NewUser } from "../users/users.ts";

const insertTenant = insertInto("tenant", ["name", "createdDT"]);

/** Reads the set-up code from its file in the data folder, or creates the file (mode 0600). The code has 78 bits. */
export function ensureSetupCode(folder: string): string {
  const path = join(folder, "setup-code");
  const existing = readSmallFile(path)?.trim();
  if (existing) return existing;
  const code = randomCode(4, 4);
  writeSmallFile(path, `${code}\n`);
  return code;
}

/** Removes the set-up code after its use. */
export function removeSetupCode(folder: string): void {
  rmSync(join(folder, "setup-code"), { force: true });
  syncFolder(folder);
}

/** True if the codes are equal apart from letter case, blanks and dashes. */
export function isSameCode(code: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(normalizeCode(text)).digest();
  return timingSafeEqual(digest(code), digest(expected));
}

/** Adds a tenant. Returns its oid. */
export function addTenant(tx: Tx, name: string): number {
  return insertTenant.run(tx, { name, createdDT: tx.now }).oid;
}

/** Adds a tenant with its first Admin and starter values of its lists in this language. Returns the Admin's oid. */
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

/** Throws NotFound once the server has a user. */
export function assertNotSetUp(db: Db): void {
  if (hasUsers(db)) throw new NotFound(msg("This server is already set up."));
}

/**
 * Checks the set-up code of a request, and counts it as an attempt, which the caller refunds. Throws Unauthenticated for a wrong
 * code, TooManyRequests after too many, NotFound once the server has a user.
 */
export async function assertSetupCode(
  { storage, clock, securityLog }: SecurityLogDependencies,
  code: string,
  address: string,
): Promise<LoginAttempt> {
  assertNotSetUp(storage.db);
  const counters = [{ kind: "setup-address", subject: address }] as const;
  const event = anonymousAttemptEvent("setup", address);
  const attempt = await recordIfRejected(securityLog, event, () =>
    storage.write(null, (tx) => countLoginAttempt(countersIn(tx), counters, clock.now())),
  );
  // Another set-up may have removed the code meanwhile, which would be made again.
  assertNotSetUp(storage.db);
  if (isSameCode(code, ensureSetupCode(storage.folder))) return attempt;
  recordFailure(securityLog, event, "wrongCode", attempt);
  throw new Unauthenticated(msg("This is not the set-up code of this server."));
}

/** Checks the set-up code of a request that does not set up. Throws as `assertSetupCode`. */
export async function assertSetupCodeAndRefund(
  dependencies: SecurityLogDependencies,
  { setupCode, address }: { readonly setupCode: string | null; readonly address: string },
): Promise<void> {
  const attempt = await assertSetupCode(dependencies, setupCode ?? "", address);
  await dependencies.storage.write(null, (tx) =>
    refundLoginAttempt(countersIn(tx), attempt, ["setup-address"]),
  );
}
