import { z } from "zod";
import { type Endpoint, open, read } from "../../../http/endpoint/endpoint.ts";
import { pathId, text } from "../../../http/endpoint/fields.ts";
import { doneBy } from "../../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../../security-log/security-log.ts";
import type { OpenBackupStream } from "./backup-streams.ts";
import { Download, DownloadLink, makeDownloads } from "./downloads.ts";
import { backupPassphrase } from "./passphrase-field.ts";

const path = "/api/backup/downloads";
const one = `${path}/{id}` as const;

/** A browser saves a backup by a link of its own: a page can't hold gigabytes, and a link carries no token. */
export function downloadRoutes(box: SecurityLogDependencies, begin: OpenBackupStream): Endpoint[] {
  const downloads = makeDownloads(box);
  return [
    read(
      "POST",
      path,
      {
        operationId: "createBackupDownload",
        may: "box",
        needsRecentLogin: true,
        summary: "Makes a link by which a browser saves a backup",
        description:
          "With a `passphrase` (at least 15 characters) the file is encrypted in the age format (age-encryption.org/v1); `restore` and the program age open it with that passphrase, and nobody without it. The server does not keep it. The link works once, within a minute, and ends with the login that asked for it: with a new secret, a revoked device, or when whoever asked is no active Admin of the first tenant any more. `HEAD` and a refusal (503) do not use it up. What comes of it: `GET /api/backup/downloads/{id}`.",
        body: { passphrase: backupPassphrase().nullable().optional() },
        bodyOptional: true,
        status: 201,
        reply: DownloadLink,
      },
      async ({ body, address }, caller) => {
        const passphrase = body.passphrase ?? null;
        const offered = downloads.offer(caller, passphrase);
        const details = { isEncrypted: passphrase !== null };
        box.securityLog.note({ kind: "backupLink", ...doneBy(caller, address), details });
        await box.securityLog.flush();
        return { body: offered, location: `${path}/${offered.id}` };
      },
    ),
    read(
      "GET",
      one,
      {
        operationId: "getBackupDownload",
        may: "box",
        summary: "How an own download by a link goes on",
        params: { id: pathId() },
        reply: Download,
        ofCaller: true,
      },
      ({ params }, caller) => ({ body: downloads.stateOf(params.id, caller) }),
    ),
    read(
      "DELETE",
      one,
      {
        operationId: "cancelBackupDownload",
        may: "box",
        summary: "Breaks an own download by a link off",
        params: { id: pathId() },
        status: 204,
        reply: z.null(),
      },
      ({ params }, caller) => {
        downloads.stop(params.id, caller);
        return { body: null };
      },
    ),
    open(
      "GET",
      "/api/backup/file",
      {
        operationId: "downloadBackupByLink",
        summary: "A backup by a link that an Admin has made",
        description:
          "The same file as `GET /api/backup`, encrypted where a passphrase was given; `ticket` is of `POST /api/backup/downloads`.",
        query: { ticket: text() },
        reply: z.file().mime(["application/x-tar", "application/octet-stream"]),
        refusals: { 404: "the link was used, or has ended", 503: "two backups are being sent already" },
      },
      async ({ query, address }) => ({ body: await downloads.follow(query.ticket, address, begin) }),
    ),
  ];
}
