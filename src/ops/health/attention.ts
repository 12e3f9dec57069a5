import type { Dependencies } from "../../http/dependencies.ts";
import type { Clock } from "../../platform/clock.ts";
import { hasAnyOwnArticle } from "../../sample/records.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { findLastChecks } from "../backup/check/checks.ts";
import { listTargets } from "../backup/targets/targets.ts";
import type { Certificates } from "../tls/certificates.ts";

// What needs attention on the server: the console's list and the notices (ops/conditions/) share these rules.

const DAY_MS = 86_400_000;
const BACKUP_EVERY_MS = 7 * DAY_MS;
/** The server checks itself each week. */
const CHECK_OVERDUE_MS = 14 * DAY_MS;
const CERTIFICATE_ENDS_MS = 30 * DAY_MS;

type Read = Pick<Dependencies, "storage" | "clock">;

const firstTenant = statement((p: { max: 1 }) =>
  sqlite.selectFrom("tenant").select("createdDT").orderBy("oid").limit(p.max),
);
const setUpAt = (db: Db) => firstTenant.first(db, { max: 1 })?.createdDT;

/** Whether a backup is due: only with articles besides the sample data, and never in the first days of an installation. */
export function isBackupDue({ storage: { db }, clock }: Read): boolean {
  const since = findLastChecks(db).backup?.at ?? setUpAt(db);
  return since !== undefined && clock.now() - Date.parse(since) > BACKUP_EVERY_MS && hasAnyOwnArticle(db);
}

/**
 * Whether nothing makes backups of articles besides the sample data: no target is active, and nobody has downloaded a backup or
 * reported a copy in the last 7 days.
 */
export function isBackupMissing({ storage: { db }, clock }: Read): boolean {
  if (listTargets(db).some(({ pause }) => pause === null)) return false;
  const { backup } = findLastChecks(db);
  const isByHand = backup !== null && backup.kind !== "target";
  if (isByHand && clock.now() - Date.parse(backup.at) <= BACKUP_EVERY_MS) return false;
  return hasAnyOwnArticle(db);
}

/** Whether the e-mails tell of it: not on the first day of an installation. */
export const isMissingForLong = (read: Read): boolean => {
  const since = setUpAt(read.storage.db);
  return since !== undefined && read.clock.now() - Date.parse(since) > DAY_MS && isBackupMissing(read);
};

/** Whether the data that backups copy were found to be sound: `overdue` where no self-check was completed for 14 days. */
export function dataCheck({ storage: { db }, clock }: Read): "ok" | "damaged" | "overdue" {
  const { selfCheck } = findLastChecks(db);
  if (selfCheck?.ok === false) return "damaged";
  const since = selfCheck?.at ?? setUpAt(db);
  return since !== undefined && clock.now() - Date.parse(since) > CHECK_OVERDUE_MS ? "overdue" : "ok";
}

/** Whether the site must replace its certificate. The server renews its own. */
export function isCertificateEnding(clock: Clock, certificates: Certificates | null): boolean {
  if (certificates === null) return false;
  const { isFromSite, certificateExpiresAt } = certificates.status();
  return isFromSite && certificateExpiresAt - clock.now() < CERTIFICATE_ENDS_MS;
}
