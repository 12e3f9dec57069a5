import { TIMES } from "./times.ts";

/** The longest wait for an event or a state, for a machine that is busy with other work. TALLYBOX_PATIENCE (s) changes it. */
export const PATIENCE_MS = 1000 * Number(process.env["TALLYBOX_PATIENCE"] ?? 60);
/** The longest time of one test: a wait that fails ends before it and says what it waited for. */
export const TEST_MS = Math.max(300_000, 3 * PATIENCE_MS) * TIMES;
