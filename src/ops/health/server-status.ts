import { z } from "zod";
import { TARGET_PROBLEMS } from "../../domain/backup-targets.ts";
import { STANDBY_PROBLEMS } from "../../domain/standby-problems.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { VERSION } from "../../platform/version.ts";
import type { Db } from "../../storage/database/statement.ts";
import { Backup, findLastChecks, SelfCheck } from "../backup/check/checks.ts";
import { listTargetProblems } from "../backup/targets/history.ts";
import { BackupProof } from "../backup/targets/shapes.ts";
import { listTargets } from "../backup/targets/targets.ts";
import type { Certificates } from "../tls/certificates.ts";
import { FailedUpgrade } from "../upgrade/failure.ts";
import { dataCheck, isBackupDue, isBackupMissing, isCertificateEnding } from "./attention.ts";
import { ReadyResponse } from "./report.ts";

const Certificate = z.object({
  issuer: z.enum(["box", "site"]).describe("`box`: the server's own CA; `site`: files of the site"),
  expiresAt: z.iso.datetime().describe("expiry of the certificate; the server renews its own automatically"),
  caExpiresAt: z.iso
    .datetime()
    .nullable()
    .describe("expiry of the server's CA; null where the site is the issuer"),
});
type Certificate = z.output<typeof Certificate>;

/** The body of GET /api/box. */
export const ServerStatus = z
  .object({
    ...ReadyResponse.pick({ status: true, problems: true }).shape,
    version: z.string(),
    uptimeSeconds: z.int().describe("time since the start of the program"),
    now: z.iso.datetime().describe("the server's time"),
    disk: z.object({
      freeBytes: z.int(),
      totalBytes: z.int(),
      isLow: z.boolean().describe("writes are rejected until space is freed"),
    }),
    lastBackup: Backup.nullable().describe(
      "the last complete download, or the last copy of the data folder reported by scripts/backup-done",
    ),
    isBackupDue: z
      .boolean()
      .describe(
        "there are articles besides the sample data, and the last backup (without one the setup) is more than 7 days ago",
      ),
    isBackupMissing: z
      .boolean()
      .describe(
        "there are articles besides the sample data, no target of scheduled backups is active, and no backup was downloaded or reported by scripts/backup-done in the last 7 days",
      ),
    backupTargets: z
      .array(
        z
          .object({ oid: z.int(), name: z.string(), problem: z.enum(TARGET_PROBLEMS) })
          .meta({ id: "BackupTargetProblem" }),
      )
      .describe(
        "targets of scheduled backups that need attention: their last proof found damage, the last backup failed or is overdue, they are paused since a restore, no proof could be made, old backups could not be removed twice, or no active target is on another disk or machine",
      ),
    lastProof: BackupProof.extend({ target: z.string().describe("name of the target") })
      .meta({ id: "LastBackupProof" })
      .nullable()
      .describe("the last restore of a scheduled backup into a scratch folder; null: there was none"),
    dataCheck: z
      .enum(["ok", "damaged", "overdue"])
      .describe(
        "damaged: the last self-check found problems, which backups copy; overdue: none was completed for 14 days",
      ),
    failedUpgrade: FailedUpgrade.nullable().describe(
      "the last upgrade, or going back, has failed, and no Admin has marked that as seen; null: nothing of this",
    ),
    isCertificateEnding: z
      .boolean()
      .describe("the site's own certificate expires within 30 days; the server renews its own automatically"),
    standbyProblem: z
      .enum(STANDBY_PROBLEMS)
      .nullable()
      .describe(
        "`readOnly`: the server accepts no changes, because its standby has not answered since the start or has taken over; `noAddress`: it was promoted, and the address prepared for that could not be added; `away`: the standby has been silent for a minute; `behind`: it is more than a minute behind; `older`: its program is older; null: nothing is wrong, or there is no standby",
      ),
    lastSelfCheck: SelfCheck.nullable().describe("the last completed self-check"),
    certificate: Certificate.nullable().describe("null: HTTPS is off"),
    addresses: z
      .array(
        z.object({
          host: z.string().describe("a name or an IP address"),
          http: z.url(),
          https: z.url().nullable().describe("null: HTTPS is off, or the certificate is not for this host"),
        }),
      )
      .describe("addresses of the server, names first; a loopback address only where there is no other"),
    mdnsName: z.string().nullable().describe("mDNS name; null: the server is not announced"),
  })
  .meta({ id: "ServerStatus" });

/** Reads the status of the server, without health and addresses. */
export function readServerStatus(dependencies: Dependencies, certificates: Certificates | null) {
  const { storage, clock } = dependencies;
  const { freeBytes, totalBytes, isLow } = storage.status();
  const { backup, selfCheck } = findLastChecks(storage.db);
  return {
    version: VERSION.version,
    now: clock.iso(),
    disk: { freeBytes, totalBytes, isLow },
    lastBackup: backup,
    isBackupDue: isBackupDue(dependencies),
    isBackupMissing: isBackupMissing(dependencies),
    backupTargets: listTargetProblems({ db: storage.db, clock }).map(({ oid, name, problem }) => ({
      oid,
      name,
      problem,
    })),
    lastProof: lastProof(storage.db),
    dataCheck: dataCheck(dependencies),
    isCertificateEnding: isCertificateEnding(clock, certificates),
    lastSelfCheck: selfCheck,
    certificate: certificates && certificateOf(certificates),
  };
}

/** The newest proof of all targets. */
function lastProof(db: Db) {
  const proofs = listTargets(db).flatMap(({ name, proof }) =>
    proof === null ? [] : [{ ...proof, target: name }],
  );
  return proofs.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null;
}

function certificateOf(certificates: Certificates): Certificate {
  const { isFromSite, certificateExpiresAt, caExpiresAt } = certificates.status();
  return {
    issuer: isFromSite ? "site" : "box",
    expiresAt: new Date(certificateExpiresAt).toISOString(),
    caExpiresAt: caExpiresAt === null ? null : new Date(caExpiresAt).toISOString(),
  };
}
