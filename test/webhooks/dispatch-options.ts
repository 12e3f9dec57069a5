import type { DispatchOptions } from "../../src/webhooks/dispatch.ts";

/** Receivers of tests are on this machine: only the options of the appliance permit that. */
export const TO_THIS_MACHINE: Partial<DispatchOptions> = {
  allowsAddress: () => true,
  tickMs: 20,
  collectMs: 20,
};
