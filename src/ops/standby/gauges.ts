import { Gauge, type Registry } from "prom-client";
import type { Pair } from "./pair.ts";
import { readStandbyState, type StandbyState } from "./shapes.ts";

/** Registers the gauges of a pair. Without one they are absent. */
export function registerPairGauges(pair: Pair, registry: Registry): void {
  const gauge = (name: string, help: string, value: (state: StandbyState) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const state = readStandbyState(pair);
        const known = state.mode === "alone" ? null : value(state);
        if (known === null) this.remove();
        else this.set(known);
      },
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
