import { localDb } from "../db/database.ts";
import { readValue, writeValue } from "../db/values.ts";
import { reportError } from "../errors/report-error.ts";
import { newId } from "./ids.ts";

// The times that counts are ordered by. The device's clock may be wrong, and may be set while people count. So what is given is
// the server's time as far as it is known, always later than what was given before: then what one terminal says stands in the
// order in which it said it, however long each request takes. What turns out to have been wrong by more than two seconds the
// box puts right by `sentAt`, which is said in the time of the same era: a stretch in which one idea of the server's time held.

/** A moment as this device tells it. */
export interface Moment {
  /** Ms since 1970, in the server's time as far as it is known. */
  readonly at: number;
  readonly era: string;
}

/** So much may the clock and the page's own count of time drift apart by themselves, and an answer's time be off. */
const STEP_MS = 2000;
const ANSWER_IS_OLD_MS = 2000;

let wall = Date.now();
let counted = performance.now();
let era = newId(wall);
/** How far the server is ahead of this device's clock, in this era and in those before it in which the clock ran as evenly. */
let offset = 0;
const offsets = new Map([[era, offset]]);
/** When the server's time was known for the last time: the offset, and how far the clock was ahead of the page's count of time. */
let sure = { offset, ahead: wall - counted };
let latest = 0;

/** Brings back what was known of the server's time; before it is done, times are this device's own. */
export async function startTime(): Promise<void> {
  const [known, last] = await Promise.all([readValue("time"), lastKept()]);
  latest = Math.max(latest, last);
  // What an answer has told since is newer.
  if (known !== undefined && offset === 0) {
    begin(known.offset);
    sure = { offset, ahead: wall - counted };
  }
}

/** Now. Each moment given is later than all before it, over restarts too. */
export function moment(): Moment {
  const now = evenly();
  latest = Math.max(latest + 1, now + offset);
  return { at: latest, era };
}

/** Now as the server has it, as far as that is known; not kept apart from other moments. */
export function serverNow(): number {
  return evenly() + offset;
}

/**
 * What to say as `sentAt` of things of an era, in its own time; null: they are right as they are, or can't be compared with
 * this device's clock any more.
 */
export function sentAtOf(ofEra: string): number | null {
  const now = evenly();
  const then = offsets.get(ofEra);
  return then === undefined || Math.abs(then - offset) <= STEP_MS ? null : now + then;
}

/** Learns from an answer's `Date` header; `asked` and `answered` are ms by this device's clock. */
export function learnTime(header: string | null, asked: number, answered: number): void {
  const date = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(date) || answered - asked > ANSWER_IS_OLD_MS || answered < asked) return;
  evenly();
  // The header has whole seconds.
  const found = Math.round(date + 500 - (asked + answered) / 2);
  if (Math.abs(found - offset) > STEP_MS) {
    begin(found);
    // The next life of the page begins with it.
    writeValue("time", { offset }).catch(reportError);
  }
  sure = { offset, ahead: wall - counted };
}

/** The last moment that was given to anything that is kept. */
async function lastKept(): Promise<number> {
  const db = await localDb();
  const last = await db.transaction("outbox").store.openCursor(null, "prev");
  return last === null ? 0 : Date.parse(last.value.operation.at);
}

/** This device's clock; where it has leapt, a new era begins, and earlier ones can't be compared with it any more. */
function evenly(): number {
  const [nowWall, nowCounted] = [Date.now(), performance.now()];
  const step = nowWall - (wall + (nowCounted - counted));
  wall = nowWall;
  counted = nowCounted;
  if (Math.abs(step) > STEP_MS) {
    offsets.clear();
    // Ahead: most probably the device slept, and the page's count of time stood still; then the clock is as right as it was.
    const ahead = wall - counted - sure.ahead;
    begin(ahead < -STEP_MS ? sure.offset - ahead : sure.offset);
  }
  return nowWall;
}

function begin(next: number): void {
  offset = next;
  era = newId(Date.now());
  offsets.set(era, offset);
}
