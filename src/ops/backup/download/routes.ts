import { z } from "zod";
import { backupPassphraseError } from "../../../access/secrets/secret-rules.ts";
import { batch, type Endpoint, publicBatch, query } from "../../../http/endpoint/endpoint.ts";
import { pathId, secret, text } from "../../../http/endpoint/fields.ts";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import { actorOf } from "../../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../../security-log/security-log.ts";
import type { OpenBackupStream } from "./backup-streams.ts";
import { Downloads } from "./downloads.ts";

/** State of a download by a link. */
export const Download = namedObject("BackupDownload", {
  id: z.int(),
  state: z
    .enum(["waiting", "refused", "sending", "whole", "broken"])
    .describe(
      "refused: two backups were being sent already, the link stays valid; broken: the file in the browser is incomplete",
    ),
  bytes: z.int().nullable().describe("size of the whole file; null: not started yet"),
  sentBytes: z.int(),
});
/** The same as a type. */
export type Download = z.output<typeof Download>;

/** A new download with its link, which is sent only once. */
export const DownloadLink = Download.extend({
  url: z.string().describe("works once, for a minute, without a token"),
  expiresAt: z.iso.datetime(),
}).meta({ id: "BackupLink" });
/** The same as a type. */
export type DownloadLink = z.output<typeof DownloadLink>;

const path = "/api/backup/downloads";
const one = `${path}/{id}` as const;

/** Downloads of backups by link: a page can't hold gigabytes in memory, and a link carries no token. */
export function downloadRoutes(
  dependencies: SecurityLogDependencies,
  openBackup: OpenBackupStream,
): Endpoint[] {
  const downloads = new Downloads(dependencies);
  return [
    batch("POST", path, {
      operationId: "createBackupDownload",
      permission: "server",
      needsRecentLogin: true,
      summary: "Creates a link for downloading a backup in a browser",
      description:
        "With a `passphrase` (at least 15 characters, 6 different ones; a common password, a word of the product or a sequence counts as one character) the file is encrypted in the age format (age-encryption.org/v1). Only with that passphrase can `restore` or the program age open it. The server does not store the passphrase. The link works once, within a minute. It ends with the login that created it: after a logout or another end of the session, after a new secret, after the device was revoked, or when the user is no longer an active Admin of the first tenant. `HEAD` and a 503 response do not use it up. Its state: `GET /api/backup/downloads/{id}`.",
      body: { passphrase: backupPassphrase().nullable().optional() },
      bodyOptional: true,
      status: 201,
      response: DownloadLink,
      async run({ body, address }, principal) {
        const passphrase = body.passphrase ?? null;
        const link = downloads.createLink(principal, passphrase);
        const details = { isEncrypted: passphrase !== null };
        dependencies.securityLog.record({ kind: "backupLink", ...actorOf(principal, address), details });
        await dependencies.securityLog.flush();
        return { kind: "json", body: link, location: `${path}/${link.id}` };
      },
    }),
    query("GET", one, {
      operationId: "getBackupDownload",
      permission: "server",
      summary: "State of your own download by link",
      params: { id: pathId() },
      response: Download,
      variesByPrincipal: true,
      run: ({ params }, principal) => ({ kind: "json", body: downloads.find(params.id, principal) }),
    }),
    batch("DELETE", one, {
      operationId: "cancelBackupDownload",
      permission: "server",
      summary: "Cancels your own download by link",
      params: { id: pathId() },
      run: ({ params }, principal) => downloads.cancel(params.id, principal),
    }),
    publicBatch("GET", "/api/backup/file", {
      operationId: "downloadBackupByLink",
      summary: "Downloads a backup by the link of an Admin",
      description:
        "The same file as `GET /api/backup`, encrypted where a passphrase was given; `ticket` is from `POST /api/backup/downloads`.",
      query: { ticket: text() },
      response: z.file().mime(["application/x-tar", "application/octet-stream"]),
      errors: { 404: "the link was used or has expired", 503: "two backups are being sent already" },
      run: ({ query, address }) => downloads.openLink(query.ticket, address, openBackup),
    }),
  ];
}

/** Field for the passphrase of a backup. It is normalized (NFC), so that every keyboard gives the same bytes. */
function backupPassphrase() {
  return secret()
    .superRefine((value, context) => {
      const message = backupPassphraseError(value);
      if (message !== null) context.addIssue({ code: "custom", params: { message } });
    })
    .transform((value) => value.normalize("NFC"));
}
