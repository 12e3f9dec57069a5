import { ensureSetupCode } from "../access/setup/setup.ts";
import { hasUsers } from "../access/users/users.ts";
import { flushLog } from "../platform/log.ts";
import type { AppDependencies } from "./dependencies.ts";

/** Logs the code for the set-up of a server without users. */
export function logSetupCode({ storage, log }: AppDependencies): void {
  if (hasUsers(storage.db)) return;
  log.warn({ setupCode: ensureSetupCode(storage.folder) }, "set up the server with this code");
  flushLog(log);
}
