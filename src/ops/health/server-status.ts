import { z } from "zod";
import type { Dependencies } from "../../http/dependencies.ts";
import { VERSION } from "../../platform/version.ts";
import { hasAnyOwnArticle } from "../../sample/records.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { Backup, findLastChecks, SelfCheck } from "../backup/check/checks.ts";
import type { Certificates } from "../tls/certificates.ts";
import { ReadyResponse } from "./report.ts";

const BACKUP_EVERY_MS = 7 * 86_400_000;

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
export function readServerStatus({ storage, clock }: Dependencies, certificates: Certificates | null) {
  const { freeBytes, totalBytes, isLow } = storage.status();
  const { backup, selfCheck } = findLastChecks(storage.db);
  return {
    version: VERSION.version,
    now: clock.iso(),
    disk: { freeBytes, totalBytes, isLow },
    lastBackup: backup,
    isBackupDue: isBackupDue(storage.db, backup?.at ?? null, clock.now()),
    lastSelfCheck: selfCheck,
    certificate: certificates && certificateOf(certificates),
  };
}

const firstTenant = statement((p: { max: 1 }) =>
  sqlite.selectFrom("tenant").select("createdDT").orderBy("oid").limit(p.max),
);

/** Whether a backup is due: only with articles besides the sample data, and never in the first days of an installation. */
function isBackupDue(db: Db, lastAt: string | null, now: number): boolean {
  const since = lastAt ?? firstTenant.first(db, { max: 1 })?.createdDT;
  return since !== undefined && now - Date.parse(since) > BACKUP_EVERY_MS && hasAnyOwnArticle(db);
}

function certificateOf(certificates: Certificates): Certificate {
  const { isFromSite, certificateExpiresAt, caExpiresAt } = certificates.status();
  return {
    issuer: isFromSite ? "site" : "box",
    expiresAt: new Date(certificateExpiresAt).toISOString(),
    caExpiresAt: caExpiresAt === null ? null : new Date(caExpiresAt).toISOString(),
  };
}
