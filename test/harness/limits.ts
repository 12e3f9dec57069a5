import { TIMES } from "./times.ts";

/** The longest wait for an event or a state, even on a busy machine. TALLYBOX_PATIENCE (s) changes it. */
export const PATIENCE_MS = 1000 * Number(process.env["TALLYBOX_PATIENCE"] ?? 60);
/** The longest time of one test: a wait that fails ends before it, with its own error. */
export const TEST_MS = Math.max(300_000, 3 * PATIENCE_MS) * TIMES;
