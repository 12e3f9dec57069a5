import { z } from "zod";
import type { Dependencies } from "../../http/dependencies.ts";
import { VERSION } from "../../platform/version.ts";
import { hasAnyOwnArticle } from "../../sample/records.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { Backup, findLastChecks, SelfCheck } from "../backup/check/checks.ts";
import type { Certificates } from "../tls/certificates.ts";
import { Ready } from "./report.ts";

const BACKUP_EVERY_MS = 7 * 86_400_000;

const Certificate = z.object({
  issuer: z.enum(["box", "site"]).describe("`box`: the server's own CA; `site`: files of the site"),
  expiresAt: z.iso.datetime().describe("of the certificate; the server renews its own automatically"),
  caExpiresAt: z.iso.datetime().nullable().describe("of the server's CA; null where the site is the issuer"),
});
type Certificate = z.output<typeof Certificate>;

/** The body of GET /api/box. */
export const ServerReport = z
  .object({
    ...Ready.pick({ status: true, problems: true }).shape,
    version: z.string(),
    uptimeSeconds: z.int().describe("since the program was started"),
    now: z.iso.datetime().describe("the server's time"),
    disk: z.object({
      freeBytes: z.int(),
      totalBytes: z.int(),
      isLow: z.boolean().describe("nothing is saved until there is room"),
    }),
    lastBackup: Backup.nullable().describe(
      "the last download, or copy of the folder that was reported by scripts/backup-done",
    ),
    isBackupDue: z
      .boolean()
      .describe(
        "there are articles that are not sample data, and the last backup, or without one the set-up, is more than 7 days ago",
      ),
    lastSelfCheck: SelfCheck.nullable().describe("the last one that ended"),
    certificate: Certificate.nullable().describe("null: HTTPS is off"),
    addresses: z
      .array(
        z.object({
          host: z.string().describe("a name or an IP address"),
          http: z.url(),
          https: z.url().nullable().describe("null: off, or the certificate is not for this host"),
        }),
      )
      .describe("where the server is reached, names first; a loopback address only where there is no other"),
    mdnsName: z.string().nullable().describe("its name in the network; null: it is not announced"),
  })
  .meta({ id: "BoxReport" });

/** What is known of the box beside its health and its addresses. */
export function readServerStatus({ storage, clock }: Dependencies, trust: Certificates | null) {
  const { freeBytes, totalBytes, isLow } = storage.status();
  const { backup, selfCheck } = findLastChecks(storage.db);
  return {
    version: VERSION.version,
    now: clock.iso(),
    disk: { freeBytes, totalBytes, isLow },
    lastBackup: backup,
    isBackupDue: isBackupDue(storage.db, backup?.at ?? null, clock.now()),
    lastSelfCheck: selfCheck,
    certificate: trust && certificateOf(trust),
  };
}

const firstTenant = statement((p: { most: 1 }) =>
  sqlite.selectFrom("tenant").select("createdDT").orderBy("oid").limit(p.most),
);

/** A reminder is due once there is something to lose, and never in the first days of an installation. */
function isBackupDue(db: Db, lastAt: string | null, now: number): boolean {
  const since = lastAt ?? firstTenant.first(db, { most: 1 })?.createdDT;
  return since !== undefined && now - Date.parse(since) > BACKUP_EVERY_MS && hasAnyOwnArticle(db);
}

function certificateOf(trust: Certificates): Certificate {
  const {
    isFromSite: isOwn,
    certificateExpiresAt: certificateEndsAt,
    caExpiresAt: caEndsAt,
  } = trust.status();
  return {
    issuer: isOwn ? "site" : "box",
    expiresAt: new Date(certificateEndsAt).toISOString(),
    caExpiresAt: caEndsAt === null ? null : new Date(caEndsAt).toISOString(),
  };
}
