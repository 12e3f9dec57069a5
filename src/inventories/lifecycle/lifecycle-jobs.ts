import type { LifecycleKind } from "../long-work.ts";

/** Creates the items. */
export const PREPARE: LifecycleKind = {
  name: "prepare",
  module: new URL("./prepare-job.ts", import.meta.url),
  subject: "inventory",
  journaled: ["inventoryItem"],
  isJoined: true,
};

/** Approves all items, then the inventory. */
export const APPROVE: LifecycleKind = {
  name: "approve",
  module: new URL("./approve-job.ts", import.meta.url),
  subject: "inventory",
  journaled: ["inventoryItem"],
  isJoined: true,
};

/** Revokes the approvals and applies the late counts. */
export const REOPEN: LifecycleKind = {
  name: "reopen",
  module: new URL("./reopen-job.ts", import.meta.url),
  subject: "inventory",
  journaled: [],
};
