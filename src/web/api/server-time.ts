import { localDb } from "../db/database.ts";
import { readValue, writeValue } from "../db/values.ts";
import { reportError } from "../errors/report-error.ts";
import { newId } from "./ids.ts";

// Counts are ordered by the server's time. The device's clock may be wrong, and may be set while people
// count. So `moment` returns the estimated server time, always later than the moment before: the operations
// of one terminal keep their order however long a request takes. The server corrects an estimate that was
// wrong by more than two seconds with `sentAt`, which is in the time of the same era. An era is a period in
// which one estimate of the offset was used.

/** A time stamp of this device. */
interface Moment {
  /** Ms since 1970, in the estimated server time. */
  readonly at: number;
  readonly era: string;
}

/** Tolerated difference between the clock, the page's monotonic time and the server's time. */
const STEP_MS = 2000;
const MAX_ROUND_TRIP_MS = 2000;

let wall = Date.now();
let monotonic = performance.now();
let era = newId(wall);
/**
 * Server time minus this device's clock. `offsets` holds it for this era and for earlier ones since the last
 * step of the clock.
 */
let offset = 0;
const offsets = new Map([[era, offset]]);
/**
 * The offset at the last contact with the server, and the difference of the clock and the monotonic time
 * then.
 */
let lastKnown = { offset, ahead: wall - monotonic };
let latest = 0;

/** Restores the offset from the local database. Until then, times are those of this device. */
export async function startTime(): Promise<void> {
  const [known, last] = await Promise.all([readValue("time"), lastStored()]);
  latest = Math.max(latest, last);
  // An offset measured in the meantime is newer.
  if (known !== undefined && offset === 0) {
    startEra(known.offset);
    lastKnown = { offset, ahead: wall - monotonic };
  }
}

/** Returns the current time. Each moment is later than all before it, also after a reload. */
export function moment(): Moment {
  const now = readClock();
  latest = Math.max(latest + 1, now + offset);
  return { at: latest, era };
}

/** Returns the estimated server time. Two calls may return the same value. */
export function serverNow(): number {
  return readClock() + offset;
}

/**
 * Returns the `sentAt` for operations of an era, in the time of that era; null: they need no correction, or
 * the era can't be compared with the current clock any more.
 */
export function sentAtOf(entryEra: string): number | null {
  const now = readClock();
  const entryOffset = offsets.get(entryEra);
  return entryOffset === undefined || Math.abs(entryOffset - offset) <= STEP_MS ? null : now + entryOffset;
}

/** A stored moment by the present estimate of the server's time. `momentEra`: its era; undefined: not known. */
export function correctedMoment(at: string, momentEra: string | undefined): string {
  const sentAt = momentEra === undefined ? null : sentAtOf(momentEra);
  return sentAt === null ? at : new Date(Date.parse(at) + serverNow() - sentAt).toISOString();
}

/**
 * Measures the offset from the `Date` header of a response. `sentAt` and `receivedAt` are ms by this device's
 * clock.
 */
export function learnTime(header: string | null, sentAt: number, receivedAt: number): void {
  const date = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(date) || receivedAt - sentAt > MAX_ROUND_TRIP_MS || receivedAt < sentAt) return;
  readClock();
  // The header has a resolution of one second.
  const measured = Math.round(date + 500 - (sentAt + receivedAt) / 2);
  if (Math.abs(measured - offset) > STEP_MS) {
    startEra(measured);
    // For the next load of the page.
    writeValue("time", { offset }).catch(reportError);
  }
  lastKnown = { offset, ahead: wall - monotonic };
}

/** The last moment of a stored operation or command. */
async function lastStored(): Promise<number> {
  const db = await localDb();
  const tx = db.transaction(["outbox", "errands"]);
  const [operation, command] = await Promise.all([
    tx.objectStore("outbox").openCursor(null, "prev"),
    tx.objectStore("errands").openCursor(null, "prev"),
  ]);
  const moments = [operation?.value.operation.at, command?.value.at];
  return Math.max(0, ...moments.map((at) => (at === undefined ? 0 : Date.parse(at))));
}

/**
 * Reads this device's clock. After a step of the clock a new era starts, and earlier eras can't be compared
 * with it.
 */
function readClock(): number {
  const [nowWall, nowMonotonic] = [Date.now(), performance.now()];
  const step = nowWall - (wall + (nowMonotonic - monotonic));
  wall = nowWall;
  monotonic = nowMonotonic;
  if (Math.abs(step) > STEP_MS) {
    offsets.clear();
    // If the clock is ahead, the device probably slept while the monotonic time stood still. The clock is
    // then still right.
    const ahead = wall - monotonic - lastKnown.ahead;
    startEra(ahead < -STEP_MS ? lastKnown.offset - ahead : lastKnown.offset);
  }
  return nowWall;
}

function startEra(next: number): void {
  offset = next;
  era = newId(Date.now());
  offsets.set(era, offset);
}
