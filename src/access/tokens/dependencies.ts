import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import type { DeviceUse } from "../devices/device-use.ts";
import type { LastUse } from "../last-use.ts";
import type { Touches } from "../sessions/touches.ts";
import type { Tokens } from "./tokens.ts";

/** The dependencies of endpoints that log users in or pair devices. */
export interface AccessDependencies extends SecurityLogDependencies {
  readonly tokens: Tokens;
  readonly deviceUse: DeviceUse;
  readonly sessionUse: LastUse;
  readonly touches: Touches;
}
