import { signal } from "@preact/signals";
import { session } from "../../api/tokens.ts";

// A browser may clear its database: by hand, or when the device runs out of space. What was unsent then is noted outside it, so
// that the terminal says what is missing instead of "All sent".

/** Counts that were not sent when the database of this browser was cleared. */
export interface LostCounts {
  readonly tenantId: number | null;
  readonly counts: number;
  /** Photos, labels and requests. */
  readonly others: number;
  /** Where the counts were made, at most `MAX_PLACES`. */
  readonly places: readonly string[];
}

interface Marker extends LostCounts {
  /** Which database they are in: a new one has another id. */
  readonly databaseId: string;
}

/** So many locations are named: more are said to be more. */
export const MAX_PLACES = 20;
const MARKER = "tallybox.unsent";
const LOST = "tallybox.lost";

/** What was lost; null: nothing, or somebody has dismissed it. */
export const lostCounts = signal<LostCounts | null>(null);

/** True for what the user who is logged in may see of another tenant's: nothing. */
export const isOfOthers = ({ tenantId }: LostCounts) =>
  tenantId !== null && session.value !== null && session.value.tenantId !== tenantId;

/** Notes what is unsent in this database; what was noted of another one is lost. */
export function noteUnsent(databaseId: string, unsent: Omit<LostCounts, "tenantId">): void {
  const before = read<Marker>(MARKER);
  if (before !== null && before.databaseId !== databaseId) lose(before);
  const tenantId = session.peek()?.tenantId ?? before?.tenantId ?? null;
  const places = unsent.places.slice(0, MAX_PLACES + 1);
  const marker: Marker = { ...unsent, places, tenantId, databaseId };
  if (JSON.stringify(marker) !== JSON.stringify(before)) keep(MARKER, marker);
}

/** How many counts, photos, labels and requests were unsent when it was noted last. It does not read the database. */
export function markedUnsent(): number {
  const { counts = 0, others = 0 } = read<Marker>(MARKER) ?? {};
  return counts + others;
}

/** Reads what was lost before this page was opened. */
export function startLost(): void {
  lostCounts.value = read<LostCounts>(LOST);
}

/** Somebody has seen it. */
export function dismissLost(): void {
  keep(LOST, null);
  lostCounts.value = null;
}

function lose({ tenantId, counts, others, places }: Marker): void {
  if (counts + others === 0) return;
  const known = read<LostCounts>(LOST);
  const lost = {
    tenantId,
    counts: counts + (known?.counts ?? 0),
    others: others + (known?.others ?? 0),
    places: [...new Set([...(known?.places ?? []), ...places])],
  };
  keep(LOST, lost);
  lostCounts.value = lost;
}

function read<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch (error) {
    if (isUnavailable(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

function keep(name: string, value: LostCounts | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch (error) {
    // Without it only this notice is missing.
    if (!isUnavailable(error)) throw error;
  }
}

const isUnavailable = (error: unknown) =>
  error instanceof DOMException && ["SecurityError", "QuotaExceededError"].includes(error.name);
