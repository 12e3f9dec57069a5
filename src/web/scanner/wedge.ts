import { type Burst, isOver, isScan, newBurst, silenceOf, stroke, textOf } from "./burst.ts";

/** What ended a scan; the camera needs no end. */
export type Ending = "Enter" | "Tab" | "silence" | "camera";

/** The characters of one scan as they came. Times are of the page's own clock (`performance.now()`). */
export interface Captured {
  readonly raw: string;
  readonly ending: Ending;
  /** When its first character came. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The longest pause between two of its characters, in ms. */
  readonly longestGap: number;
  /** It went into a field that was not meant for it, and was taken out again. */
  readonly isStray: boolean;
}

/** A field into which characters go, as it was when the first of them came. */
export interface Place {
  /** The one that waits for scans: whatever comes there is a scan. */
  readonly isOwn: boolean;
  /** What has come in since; null where that can't be told. */
  taken(): string | null;
  /** Makes it as it was, as if nothing had come. */
  putBack(): void;
}

/** Where characters go: the field's identity, and how to look at it when a burst begins. */
export interface Target {
  readonly field: unknown;
  readonly open: () => Place;
}

export interface WedgeOptions {
  readonly now: () => number;
  /** The function given back calls it off. */
  readonly later: (ms: number, run: () => void) => () => void;
  readonly onScan: (captured: Captured) => void;
  /** A scan that came twice at once, by two outputs of the same scanner: the second is left out. */
  readonly onEcho?: (captured: Captured) => void;
}

/** Reads scans out of what is typed. */
export interface Wedge {
  /** A key went down; null: one that does not say its character. */
  key(target: Target, character: string | null, at: number): void;
  /** Something came into the field, or is about to. */
  input(target: Target, at: number): void;
  /** Enter or Tab: whether it belongs to a scan, so that it must do nothing else. */
  end(target: Target, by: "Enter" | "Tab", at: number): boolean;
  /** Text that came at once and holds line ends of its own; what stands behind the last of them is still to be put in. */
  lines(target: Target, text: string, at: number): string;
  /** What came into the field was no typing: a paste, a deletion. */
  forget(field: unknown): void;
}

// Nobody scans the same label twice within this time; a scanner with two outputs does.
const ECHO_MS = 40;
// Some scanners send two ends: CR and LF, Enter and Tab.
const SECOND_END_MS = 150;
// Keys that wait to be read while the page is busy come after the timer that they should have come before.
const BUSY_MS = 50;

/** A wedge that has read nothing yet. */
export function newWedge({ now, later, onScan, onEcho }: WedgeOptions): Wedge {
  let burst: Burst | null = null;
  let last: Captured | null = null;
  let endsBelongUntil = -1;
  // One at a time: each key of a scan would let a timer run on beside what the scan leads to.
  let unwatch = () => {};

  function finish(ended: Burst, ending: Ending, at: number): void {
    burst = null;
    unwatch();
    endsBelongUntil = at + SECOND_END_MS;
    const raw = textOf(ended);
    ended.place.putBack();
    if (raw.trim() === "") return;
    const { startedAt, longestGap } = ended;
    const endedAt = ending === "silence" ? ended.lastAt : at;
    const captured = { raw, ending, startedAt, endedAt, longestGap, isStray: !ended.place.isOwn };
    const isEcho = last !== null && last.raw === raw && startedAt - last.endedAt <= ECHO_MS;
    last = captured;
    if (isEcho) onEcho?.(captured);
    else onScan(captured);
  }

  /** Ends what is under way where this comes from elsewhere or too late for it. */
  function settle(field: unknown, at: number): void {
    if (burst === null || (burst.field === field && !isOver(burst, at))) return;
    if (isScan(burst, "silence", at)) finish(burst, "silence", at);
    else burst = null;
  }

  function current(target: Target, at: number): Burst {
    settle(target.field, at);
    burst ??= newBurst(target.field, target.open(), last !== null && last.ending !== "silence", at);
    return burst;
  }

  function add(target: Target, character: string | null, at: number): void {
    const grown = current(target, at);
    stroke(grown, character, at);
    // From now on, however long ago the key went down: what is still on its way belongs to it.
    watch(grown, silenceOf(grown));
  }

  /** Ends a burst after the silence, unless something comes meanwhile. */
  function watch(watched: Burst, ms: number, isGrace = false): void {
    const { strokes } = watched;
    const due = now() + ms;
    unwatch();
    unwatch = later(ms, () => {
      if (burst !== watched || watched.strokes !== strokes) return;
      if (!isGrace && now() - due > BUSY_MS) watch(watched, BUSY_MS, true);
      else settle(null, now());
    });
  }

  return {
    key(target, character, at) {
      add(target, character, at);
    },
    input(target, at) {
      add(target, null, at);
    },
    end({ field }, by, at) {
      settle(field, at);
      if (burst === null) return at <= endsBelongUntil;
      if (isScan(burst, by, at)) {
        finish(burst, by, at);
        return true;
      }
      burst = null;
      return false;
    },
    lines(target, text, at) {
      const parts = text.split(/[\r\n\t]+/);
      const rest = parts.pop() ?? "";
      for (const part of parts) {
        const line = current(target, at);
        stroke(line, null, at);
        line.behind = part;
        if (isScan(line, "Enter", at)) finish(line, "Enter", at);
        else burst = null;
      }
      return rest;
    },
    forget(field) {
      if (burst !== null && burst.field === field && !burst.place.isOwn) burst = null;
    },
  };
}
