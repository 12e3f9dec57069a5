import { join } from "node:path";
import { type ApiKeys, makeApiKeys } from "../access/api-keys/api-keys.ts";
import { trackDeviceUse } from "../access/devices/device-use.ts";
import { trackLastUse } from "../access/last-use.ts";
import { secondFactorNeed } from "../access/second-factor/tickets.ts";
import { ensureKey } from "../access/secrets/key-files.ts";
import { saveLastUse } from "../access/sessions/sessions.ts";
import { trackTouches } from "../access/sessions/touches.ts";
import { type AccessDependencies, makeTokens } from "../access/tokens/tokens.ts";
import { endLoginsAfterRestore } from "../ops/backup/data-folder/restore-marker.ts";
import { pauseTargetsAfterRestore } from "../ops/backup/targets/targets.ts";
import { type PhotoDependencies, PhotoFiles } from "../photos/files.ts";
import { REQUEST_LIMITS } from "../platform/limits.ts";
import { flushLog } from "../platform/log.ts";
import { makeSecurityLog } from "../security-log/security-log.ts";
import { TOKEN_KEY_FILE } from "../storage/files/file-names.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { ApplianceOptions, RuntimeContext } from "./runtime.ts";

/** All shared dependencies of the running server. */
export interface AppDependencies extends AccessDependencies, PhotoDependencies {
  readonly apiKeys: ApiKeys;
}

/** Opens the data folder, and makes what the features share. Rejects with StartupError. */
export async function openDependencies(
  { config, secrets, onPhase, sliceMs, requestLimits }: ApplianceOptions,
  { clock, log, ports }: RuntimeContext,
): Promise<AppDependencies> {
  const syncFailed = (error: Error) => {
    log.fatal({ err: error }, "a write to the disk failed; no further write is acknowledged");
    flushLog(log);
    process.kill(process.pid, "SIGKILL");
  };
  const logError = (error: Error, message: string) => log.error({ err: error }, message);
  const storage = await openStorage({
    folder: config.dataFolder,
    clock,
    reserveBytes: config.reserveBytes,
    logBytes: config.logBytes,
    onError: logError,
    ...(onPhase && { onPhase }),
    ...(sliceMs !== undefined && { sliceMs }),
    onSyncFailure: syncFailed,
  });
  // Before the first write, because it logs written events.
  const securityLog = makeSecurityLog(storage, clock, log);
  await endLoginsAfterRestore(storage, pauseTargetsAfterRestore);
  const sessionUse = trackLastUse({ storage, clock, log }, "sessions", saveLastUse);
  const touches = trackTouches({ storage, clock, log });
  const tokens = makeTokens(
    storage,
    clock,
    {
      key: secrets.tokenKey ?? ensureKey(storage.folder, TOKEN_KEY_FILE),
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      seconds: config.tokenSeconds,
      sessionMs: config.sessionMs,
      needOf: secondFactorNeed(config),
    },
    sessionUse,
    touches,
    securityLog,
  );
  const photos = new PhotoFiles(join(storage.folder, "photos"), { syncFailed, writeFailed: logError });
  const ownPorts = new Set([ports.http, ...(ports.https === null ? [] : [ports.https])]);
  const deviceUse = trackDeviceUse(storage, clock, log);
  const limits = { ...REQUEST_LIMITS, ...requestLimits };
  const apiKeys = makeApiKeys(
    { storage, clock, config, log, securityLog, ownPorts },
    limits.apiKeyRequestsPerHour,
  );
  return {
    apiKeys,
    storage,
    clock,
    config,
    tokens,
    deviceUse,
    sessionUse,
    touches,
    log,
    securityLog,
    photos,
    ownPorts,
  };
}

/** Writes pending data, then closes the storage and the log. */
export async function closeDependencies(app: AppDependencies): Promise<void> {
  await app.deviceUse.stop();
  await app.sessionUse.stop();
  await app.touches.stop();
  await app.apiKeys.stop();
  await app.securityLog.stop();
  await app.storage.close();
  flushLog(app.log);
}
