import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Storage } from "../storage/storage.ts";

/** The dependencies that every feature may use. Features extend it with their own. The composition root creates it once. */
export interface Dependencies {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
  /** The ports of the running server itself. Labels must not be sent to them. */
  readonly ownPorts: Set<number>;
}
