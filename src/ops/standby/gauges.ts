import type { Registry } from "prom-client";
import { readGaugesIn } from "../health/gauges.ts";
import type { Pair } from "./pair.ts";
import { readStandbyState, type StandbyState } from "./shapes.ts";

/** Registers the gauges of a pair. Without one they are absent. */
export function registerPairGauges(pair: Pair, registry: Registry): void {
  const readGauge = readGaugesIn(registry);
  const gauge = (name: string, help: string, value: (state: StandbyState) => number | null) =>
    readGauge(name, help, () => {
      const state = readStandbyState(pair);
      return state.mode === "alone" ? null : value(state);
    });
  gauge(
    "tallybox_standby_lag_seconds",
    "Time since the standby had everything; 0 while it has everything",
    ({ lagMs }) => lagMs && lagMs / 1000,
  );
  gauge("tallybox_standby_connected", "1 while the primary and its standby are connected", ({ peer }) =>
    peer === null ? null : Number(peer.isConnected),
  );
  gauge("tallybox_standby_epoch", "Rises with each promotion", ({ epoch }) => epoch);
  gauge("tallybox_standby_accepts_changes", "1 on a primary that accepts changes", ({ mode }) =>
    Number(mode === "primary"),
  );
}
