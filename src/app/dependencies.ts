import type { DeviceUse } from "../access/devices/device-use.ts";
import type { SessionUse } from "../access/sessions/session-use.ts";
import type { Tokens } from "../access/tokens/tokens.ts";
import type { PhotoFiles } from "../photos/files.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { SecurityLog } from "../security-log/security-log.ts";
import type { Storage } from "../storage/storage.ts";

/** What the domains are built from; the composition root makes it once. */
export interface Dependencies {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly config: Config;
  readonly tokens: Tokens;
  readonly deviceUse: DeviceUse;
  readonly sessionUse: SessionUse;
  readonly log: Log;
  readonly securityLog: SecurityLog;
  readonly photos: PhotoFiles;
  /** The ports that the box itself listens on, once it does. */
  readonly ownPorts: Set<number>;
}
