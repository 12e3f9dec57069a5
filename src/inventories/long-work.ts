import type { State } from "../domain/inventory-states.ts";
import type { ItemFilter } from "../domain/item-views.ts";
import type { Principal } from "../domain/principal.ts";
import type { JobKind, NewJob } from "../storage/jobs/job-kind.ts";
import type { Overlap } from "./shapes.ts";

// The jobs of an inventory's life cycle: prepare, approve, reopen and close.

/** Input of these jobs. */
export interface LifecycleInput {
  readonly inventoryId: number;
  readonly tenantId: number;
  readonly principal: Principal;
  /** The state at the end; null: it stays. */
  readonly to: State | null;
  /**
   * Of a close: it fails if an item has a later change; of an approval: such an item is not approved; null: no condition. Absent: a
   * request to a version that did not keep it.
   */
  readonly unchangedSince?: number | null;
  /** Of a close: the site's (IANA name). Absent: as `unchangedSince`. */
  readonly timeZone?: string;
  /** Of an approval: these items only, and not the inventory. */
  readonly filter?: ItemFilter;
}

/** The `overlaps` of the response; null for jobs without. */
export type LifecycleResult = readonly Overlap[] | null;
/** The kind of such a job. */
export type LifecycleKind = JobKind<LifecycleInput, LifecycleResult>;

/** A job of this kind for an inventory. */
export function lifecycleJob(
  kind: LifecycleKind,
  principal: Principal,
  inventoryId: number,
  to: State | null,
  unchangedSince: number | null = null,
): NewJob<LifecycleInput, LifecycleResult> {
  const { tenantId } = principal;
  return { kind, input: { inventoryId, tenantId, principal, to, unchangedSince }, subjectId: inventoryId };
}
