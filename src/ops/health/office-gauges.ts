import { Gauge, type Registry } from "prom-client";
import type { HeadOffice } from "../../head-office/head-office.ts";
import type { Clock } from "../../platform/clock.ts";

/** Registers the gauges of the delivery to the head office. A gauge without a known value is absent. */
export function registerOfficeGauges(headOffice: HeadOffice, clock: Clock, registry: Registry): void {
  const gauge = (name: string, help: string, value: () => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const known = value();
        if (known === null) this.remove();
        else this.set(known);
      },
    });
  gauge("tallybox_head_office_failing", "1 while the delivery to the head office fails", () =>
    headOffice.status().failure === null ? 0 : 1,
  );
  gauge(
    "tallybox_head_office_behind_changes",
    "Changes that the head office does not have yet",
    () => headOffice.status().behind,
  );
  gauge("tallybox_head_office_lag_seconds", "Time since the head office had every change of the site", () => {
    const { state, currentAt } = headOffice.status();
    if (state === "current") return 0;
    return currentAt === null ? null : Math.max(0, (clock.now() - currentAt) / 1000);
  });
  gauge("tallybox_head_office_rejected_rows", "Rows of master data that can't be applied", () => {
    const { readAt, rejected } = headOffice.masterData();
    return readAt === null ? null : rejected.length;
  });
}
