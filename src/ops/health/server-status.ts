import { z } from "zod";
import { TARGET_PROBLEMS } from "../../domain/backup-targets.ts";
import { STANDBY_PROBLEMS, type StandbyProblem } from "../../domain/standby-problems.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { countUnsealed, recordBytesSince } from "../../inventories/seal/growth.ts";
import type { Clock } from "../../platform/clock.ts";
import { VERSION } from "../../platform/version.ts";
import { hasAnyOwnArticle } from "../../sample/records.ts";
import { installedDT } from "../../storage/data-history.ts";
import type { Db } from "../../storage/database/statement.ts";
import { Backup, findLastChecks, SelfCheck } from "../backup/check/checks.ts";
import { listTargetProblems } from "../backup/targets/history.ts";
import { BackupProof } from "../backup/targets/shapes.ts";
import { listTargets } from "../backup/targets/targets.ts";
import type { Certificates } from "../tls/certificates.ts";
import { FailedUpgrade } from "../upgrade/failure.ts";
import { type AddressOptions, listServerAddresses } from "./addresses.ts";
import type { Health } from "./health.ts";
import { healthResponse, ReadyResponse } from "./report.ts";

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
const ServerStatus = namedObject("ServerStatus", {
  ...ReadyResponse.pick({ status: true, problems: true }).shape,
  version: z.string(),
  uptimeSeconds: z.int().describe("time since the start of the program"),
  now: z.iso.datetime().describe("the server's time"),
  disk: z.object({
    freeBytes: z.int(),
    totalBytes: z.int(),
    isLow: z.boolean().describe("writes are rejected until space is freed"),
  }),
  records: namedObject("RecordGrowth", {
    bytesPerYear: z
      .int()
      .describe(
        "bytes of the sealed records of stocktakes that were made in the last 365 days, and of the photos of these stocktakes without their thumbnails",
      ),
    yearsFree: z
      .int()
      .nullable()
      .describe(
        "for how many years the free space suffices at that rate, before writes are rejected; null: there were no records",
      ),
  }),
  unsealedRecords: z
    .int()
    .describe("closed stocktakes whose record was not sealed within an hour; the server tries it again"),
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
      namedObject("BackupTargetProblem", {
        oid: z.int(),
        name: z.string(),
        problem: z.enum(TARGET_PROBLEMS),
      }),
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
});

/** Reads the status of the server, without health and addresses. */
function readServerStatus(dependencies: Dependencies, certificates: Certificates | null) {
  const { storage, clock } = dependencies;
  const { freeBytes, totalBytes, isLow } = storage.status();
  const { backup, selfCheck } = findLastChecks(storage.db);
  return {
    version: VERSION.version,
    now: clock.iso(),
    disk: { freeBytes, totalBytes, isLow },
    records: recordGrowth(dependencies, freeBytes),
    unsealedRecords: countUnsealed(storage.db, clock.now()),
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

function recordGrowth({ storage, clock, config }: Dependencies, freeBytes: number) {
  const aYearAgo = new Date(clock.now() - 365 * DAY_MS).toISOString().slice(0, "2026-01-01".length);
  const bytesPerYear = recordBytesSince(storage.db, aYearAgo);
  const room = Math.max(0, freeBytes - config.reserveBytes);
  return { bytesPerYear, yearsFree: bytesPerYear === 0 ? null : Math.floor(room / bytesPerYear) };
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

/** Options of the status endpoint. The mDNS name may change while the server runs. */
interface ServerRouteOptions extends Omit<AddressOptions, "host" | "mdnsName"> {
  /** Null while the server is not announced. */
  mdnsName(): string | null;
  /** What is wrong with the pair of the server and its standby; null: nothing. */
  standbyProblem(): StandbyProblem | null;
  /** A failed upgrade that needs attention; null: there is none. */
  failedUpgrade(): FailedUpgrade | null;
}

/** Endpoint for the status of the server. */
export function serverRoutes(
  dependencies: Dependencies,
  health: Health,
  options: ServerRouteOptions,
): Endpoint[] {
  const startedAt = performance.now();
  return [
    batch("GET", "/api/box", {
      operationId: "getServerStatus",
      permission: "server",
      summary: "Status of the server: health, disk, backup, certificate, addresses",
      description:
        "`status` and `problems` are those of `/health/ready`; a failing server is 200 here. Each request runs the checks.",
      skipsFlush: true,
      response: ServerStatus,
      async run({ language }) {
        const { status, problems } = healthResponse(await health.ready(), language);
        const mdnsName = options.mdnsName();
        return {
          kind: "json",
          body: {
            status,
            problems,
            ...readServerStatus(dependencies, options.certificates),
            standbyProblem: options.standbyProblem(),
            failedUpgrade: options.failedUpgrade(),
            uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
            addresses: listServerAddresses({ ...options, host: dependencies.config.host, mdnsName }),
            mdnsName,
          },
        };
      },
    }),
  ];
}

// What needs attention on the server: the console's list and the notices (ops/conditions/) share these rules.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BACKUP_EVERY_MS = 7 * DAY_MS;
/** The server checks itself each week. */
const CHECK_OVERDUE_MS = 14 * DAY_MS;
const CERTIFICATE_ENDS_MS = 30 * DAY_MS;

type Read = Pick<Dependencies, "storage" | "clock">;

/** Whether a backup is due: only with articles besides the sample data, and never in the first days of an installation. */
export function isBackupDue({ storage: { db }, clock }: Read): boolean {
  const since = findLastChecks(db).backup?.at ?? installedDT(db);
  return since !== null && clock.now() - Date.parse(since) > BACKUP_EVERY_MS && hasAnyOwnArticle(db);
}

/**
 * Whether nothing makes backups of articles besides the sample data: no target is active, and nobody has downloaded a backup or
 * reported a copy in the last 7 days.
 */
function isBackupMissing({ storage: { db }, clock }: Read): boolean {
  if (listTargets(db).some(({ pause }) => pause === null)) return false;
  const { backup } = findLastChecks(db);
  const isByHand = backup !== null && backup.kind !== "target";
  if (isByHand && clock.now() - Date.parse(backup.at) <= BACKUP_EVERY_MS) return false;
  return hasAnyOwnArticle(db);
}

/** Whether the e-mails tell of it: not on the first day of an installation. */
export const isMissingForLong = (read: Read): boolean => {
  const since = installedDT(read.storage.db);
  return since !== null && read.clock.now() - Date.parse(since) > DAY_MS && isBackupMissing(read);
};

/** Whether the data that backups copy were found to be sound: `overdue` where no self-check was completed for 14 days. */
export function dataCheck({ storage: { db }, clock }: Read): "ok" | "damaged" | "overdue" {
  const { selfCheck } = findLastChecks(db);
  if (selfCheck?.ok === false) return "damaged";
  const since = selfCheck?.at ?? installedDT(db);
  return since !== null && clock.now() - Date.parse(since) > CHECK_OVERDUE_MS ? "overdue" : "ok";
}

/** Whether the site must replace its certificate. The server renews its own. */
export function isCertificateEnding(clock: Clock, certificates: Certificates | null): boolean {
  if (certificates === null) return false;
  const { isFromSite, certificateExpiresAt } = certificates.status();
  return isFromSite && certificateExpiresAt - clock.now() < CERTIFICATE_ENDS_MS;
}
