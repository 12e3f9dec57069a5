import { DISPOSALS } from "./disposal-kind.ts";
import { PROPOSALS } from "./proposal-kind.ts";
import { TRANSFERS } from "./transfer-kind.ts";

/** All kinds, in the order of the tabs. */
export const KINDS = [TRANSFERS, DISPOSALS, PROPOSALS] as const;
