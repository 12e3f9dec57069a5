import { z } from "zod";
import { type Endpoint, read } from "../../http/endpoint/endpoint.ts";
import type { EndpointResponse } from "../../http/endpoint/response.ts";
import { doneBy } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { Checks, findLastChecks } from "./check/checks.ts";
import type { SelfChecks } from "./check/self-check.ts";
import { backupStreams } from "./download/backup-streams.ts";
import { downloadRoutes } from "./download/routes.ts";

/** Backup by download, and what the box finds when it checks itself. */
export function backupRoutes(box: SecurityLogDependencies, checks: SelfChecks): Endpoint[] {
  const { storage, securityLog } = box;
  const begin = backupStreams(box);
  const state = (): EndpointResponse<Checks> => ({
    body: {
      ...findLastChecks(storage.db),
      isChecking: checks.isRunning(),
      nextCheckDT: new Date(checks.nextAt()).toISOString(),
    },
  });

  return [
    ...downloadRoutes(box, begin),
    read(
      "GET",
      "/api/backup",
      {
        operationId: "downloadBackup",
        may: "box",
        needsRecentLogin: true,
        summary: "A backup of the whole server, as a tar file",
        description:
          "Everything that was written before the request: the database, photos, settings. It contains the keys of the server too: anyone who has it can issue tokens and impersonate the server. Store it in a safe place. `npm run restore` checks it and puts it in place.",
        reply: z.file().mime(["application/x-tar"]),
        refusals: { 503: "two backups are being sent already" },
      },
      async ({ address }, caller) => {
        const body = await begin(null);
        const details = { isEncrypted: false };
        securityLog.note({ kind: "backupDownload", ...doneBy(caller, address), details });
        // Recorded before the first byte is out.
        await securityLog.flush();
        return { body };
      },
    ),
    read(
      "GET",
      "/api/box/checks",
      {
        operationId: "getServerChecks",
        may: "box",
        summary: "The last backup and the last self-check",
        reply: Checks,
      },
      state,
    ),
    read(
      "POST",
      "/api/box/checks",
      {
        operationId: "runSelfCheck",
        may: "box",
        summary: "Begins a self-check now",
        description:
          "The same that runs every week: the database, its log, every photo's file, keys and settings. It goes on in the background; GET tells the result. Asked for again while one runs, nothing more begins.",
        status: 201,
        reply: Checks,
      },
      () => {
        checks.begin();
        return state();
      },
    ),
  ];
}
