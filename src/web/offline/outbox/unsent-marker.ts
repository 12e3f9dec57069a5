import { signal } from "@preact/signals";
import { session } from "../../api/tokens.ts";

// A browser may clear its database, by hand or when the device is full. The number of unsent counts is also
// stored outside it, so that the terminal reports the loss instead of "All sent".

/** Unsent counts that were lost with the database. */
interface LostCounts {
  readonly tenantId: number | null;
  readonly counts: number;
  /** Photos, labels and requests. */
  readonly others: number;
  /** The locations of the counts, at most `MAX_LOCATIONS` + 1. */
  readonly places: readonly string[];
}

interface Marker extends LostCounts {
  /** The id of the database. A new database has another one. */
  readonly databaseId: string;
}

/** The maximum number of locations to name. */
export const MAX_LOCATIONS = 20;
const MARKER = "tallybox.unsent";
const LOST = "tallybox.lost";

/** The lost counts; null: none, or dismissed. */
export const lostCounts = signal<LostCounts | null>(null);

/** True if the lost counts belong to another tenant than the current user. */
export const isOfOthers = ({ tenantId }: LostCounts) =>
  tenantId !== null && session.value !== null && session.value.tenantId !== tenantId;

/** Stores the number of unsent counts. Those stored for another database are lost. */
export function noteUnsent(databaseId: string, unsent: Omit<LostCounts, "tenantId">): void {
  const before = read<Marker>(MARKER);
  if (before !== null && before.databaseId !== databaseId) addLost(before);
  const tenantId = session.peek()?.tenantId ?? before?.tenantId ?? null;
  const places = unsent.places.slice(0, MAX_LOCATIONS + 1);
  const marker: Marker = { ...unsent, places, tenantId, databaseId };
  if (JSON.stringify(marker) !== JSON.stringify(before)) store(MARKER, marker);
}

/** The last stored number of unsent counts, photos, labels and requests. Does not read the database. */
export function markedUnsent(): number {
  const { counts = 0, others = 0 } = read<Marker>(MARKER) ?? {};
  return counts + others;
}

/** Loads the lost counts. */
export function startLost(): void {
  lostCounts.value = read<LostCounts>(LOST);
}

/** Dismisses the notice about lost counts. */
export function dismissLost(): void {
  store(LOST, null);
  lostCounts.value = null;
}

function addLost({ tenantId, counts, others, places }: Marker): void {
  if (counts + others === 0) return;
  const known = read<LostCounts>(LOST);
  const lost = {
    tenantId,
    counts: counts + (known?.counts ?? 0),
    others: others + (known?.others ?? 0),
    places: [...new Set([...(known?.places ?? []), ...places])],
  };
  store(LOST, lost);
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

function store(name: string, value: LostCounts | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch (error) {
    // Only the notice is missing then.
    if (!isUnavailable(error)) throw error;
  }
}

const isUnavailable = (error: unknown) =>
  error instanceof DOMException && ["SecurityError", "QuotaExceededError"].includes(error.name);
