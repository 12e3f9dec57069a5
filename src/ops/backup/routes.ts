import { z } from "zod";
import { batch, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import type { EndpointResponse } from "../../http/endpoint/response.ts";
import { actorOf } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { Checks, findLastChecks } from "./check/checks.ts";
import type { SelfChecks } from "./check/self-check.ts";
import { backupStreams } from "./download/backup-streams.ts";
import { downloadRoutes } from "./download/routes.ts";
import { targetRoutes } from "./targets/routes.ts";
import { targetRunRoutes } from "./targets/run-routes.ts";
import type { BackupService } from "./targets/service.ts";
import { targetContext } from "./targets/views.ts";

/** Endpoints for backups and for the self-check. */
export function backupRoutes(
  dependencies: SecurityLogDependencies,
  checks: SelfChecks,
  backups: BackupService,
): Endpoint[] {
  const { storage, securityLog } = dependencies;
  const openBackup = backupStreams(dependencies);
  const targets = targetContext(dependencies, backups);
  const state = (): EndpointResponse<Checks> => ({
    kind: "json",
    body: {
      ...findLastChecks(storage.db),
      isChecking: checks.isRunning(),
      nextCheckDT: new Date(checks.nextAt()).toISOString(),
    },
  });

  return [
    ...downloadRoutes(dependencies, openBackup),
    ...targetRoutes(dependencies, targets),
    ...targetRunRoutes(dependencies, targets),
    batch("GET", "/api/backup", {
      operationId: "downloadBackup",
      permission: "server",
      needsRecentLogin: true,
      summary: "Downloads a backup of the whole server as a tar file",
      description:
        "Contains everything that was written before the request: the database, photos, settings. It also contains the keys of the server: anyone who has it can issue tokens and impersonate the server. Store it in a safe place. `scripts/restore` checks and restores it.",
      response: z.file().mime(["application/x-tar"]),
      errors: { 503: "two backups are being sent already" },
      async run({ address }, principal) {
        const response = await openBackup(null);
        const details = { isEncrypted: false };
        securityLog.record({ kind: "backupDownload", ...actorOf(principal, address), details });
        // Recorded before the first byte is sent.
        await securityLog.flush();
        return response;
      },
    }),
    query("GET", "/api/box/checks", {
      operationId: "getServerChecks",
      permission: "server",
      summary: "The last backup and the last self-check",
      response: Checks,
      run: state,
    }),
    batch("POST", "/api/box/checks", {
      operationId: "runSelfCheck",
      permission: "server",
      summary: "Starts a self-check",
      description:
        "The weekly check: the database, its log, all photo files, keys and settings. It runs in the background; GET returns the result. While a check is running, no second one starts.",
      status: 201,
      response: Checks,
      run() {
        checks.begin();
        return state();
      },
    }),
  ];
}
