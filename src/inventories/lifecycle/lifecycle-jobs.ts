import type { LifecycleKind } from "../long-work.ts";

/** Creates the items. */
export const PREPARE: LifecycleKind = {
  name: "prepare",
  module: new URL("./prepare-job.ts", import.meta.url),
  subject: "inventory",
  journaled: ["inventoryItem"],
  isJoined: true,
};

const APPROVE_PROGRAM = new URL("./approve-job.ts", import.meta.url);

/** Approves all items, then the inventory. */
export const APPROVE: LifecycleKind = {
  name: "approve",
  module: APPROVE_PROGRAM,
  subject: "inventory",
  journaled: ["inventoryItem"],
  isJoined: true,
};

/** Approves the items that match a filter. Another request may have another filter: they don't share a job. */
export const APPROVE_ITEMS: LifecycleKind = {
  name: "approveItems",
  module: APPROVE_PROGRAM,
  subject: "inventory",
  journaled: ["inventoryItem"],
};

/** Revokes the approvals and applies the late counts. */
export const REOPEN: LifecycleKind = {
  name: "reopen",
  module: new URL("./reopen-job.ts", import.meta.url),
  subject: "inventory",
  journaled: [],
};
