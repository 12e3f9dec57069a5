import type { ApiKeys } from "../access/api-keys/api-keys.ts";
import type { AccessDependencies } from "../access/tokens/dependencies.ts";
import type { PhotoDependencies } from "../photos/files.ts";
import { flushLog } from "../platform/log.ts";

/** All shared dependencies of the running server. */
export interface AppDependencies extends AccessDependencies, PhotoDependencies {
  readonly apiKeys: ApiKeys;
}

/** Writes pending data, then closes the storage and the log. */
export async function closeDependencies(app: AppDependencies): Promise<void> {
  await app.deviceUse.stop();
  await app.sessionUse.stop();
  await app.apiKeys.stop();
  await app.securityLog.stop();
  await app.storage.close();
  flushLog(app.log);
}
