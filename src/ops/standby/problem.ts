import type { StandbyProblem } from "../../domain/standby-problems.ts";
import { VERSION } from "../../platform/version.ts";
import { isOlder } from "../upgrade/previous.ts";
import type { Upgrades } from "../upgrade/upgrades.ts";
import type { PairMode } from "./membership/pair-state.ts";
import type { Pair } from "./pair.ts";
import type { Shipping } from "./primary/shipping.ts";

/** A standby that restarts, or copies a large change, is no problem for so long. */
const TOLERATED_MS = 60_000;

type Shipped = Pick<ReturnType<Shipping["status"]>, "silentMs" | "lagMs" | "photosLagMs" | "standbyVersion">;

/** What is wrong with the pair. Null: nothing, or this server has no standby. `upgrades` knows the address of a promotion. */
export function findStandbyProblem(
  pair: Pair | null,
  upgrades: Pick<Upgrades, "lacksPreparedAddress">,
): StandbyProblem | null {
  if (pair === null) return null;
  const { mode, state } = pair;
  const isWritable = mode === "primary" || mode === "alone";
  if (isWritable && state.usesPreparedAddress && upgrades.lacksPreparedAddress()) return "noAddress";
  return standbyProblemOf(mode, pair.primary?.status() ?? null);
}

/** The same, by mode and state. `own`: the version of this program. */
export function standbyProblemOf(
  mode: PairMode,
  shipped: Shipped | null,
  own = VERSION.version,
): StandbyProblem | null {
  if (mode === "asking" || mode === "superseded") return "readOnly";
  if (mode !== "primary" || shipped === null) return null;
  const { silentMs, lagMs, photosLagMs, standbyVersion } = shipped;
  if (silentMs > TOLERATED_MS) return "away";
  if (Math.max(lagMs, photosLagMs) > TOLERATED_MS) return "behind";
  return standbyVersion !== null && isOlder(standbyVersion, own) ? "older" : null;
}
