import type { Endpoint } from "../../../http/endpoint/endpoint.ts";
import type { PairMode } from "../membership/pair-state.ts";
import { ASKING, SUPERSEDED } from "./messages.ts";

/** Throws Unavailable for a request that would change something, where the pair does not permit it. */
export function assertChangesPermitted(mode: PairMode, method: string, endpoint: Endpoint | null): void {
  if (mode !== "asking" && mode !== "superseded") return;
  if (["GET", "HEAD", "OPTIONS"].includes(method) || endpoint?.isAllowedReadOnly) return;
  throw mode === "asking" ? ASKING() : SUPERSEDED();
}
