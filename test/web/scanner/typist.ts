import { type Habit, NO_HABIT } from "../../../src/web/scanner/burst.ts";
import { type Captured, newWedge, type Target } from "../../../src/web/scanner/wedge.ts";

/** A field without a screen. */
interface Field {
  value: string;
  readonly target: Target;
}

interface Typing {
  readonly everyMs?: number;
  /** The events of each character: key and input, input alone, or key alone. */
  readonly by?: "key and input" | "input" | "key";
}

/** Creates a person or scanner that types into fields. Time is simulated. */
export function createTypist(known: Habit = NO_HABIT) {
  const timers: { at: number; run: () => void }[] = [];
  const scans: Captured[] = [];
  const echoes: Captured[] = [];
  const parts: Captured[] = [];
  let habit = known;
  let now = 0;
  const wedge = newWedge({
    now: () => now,
    later(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void timers.splice(0, timers.length, ...timers.filter((one) => one !== timer));
    },
    onScan: (scan) => scans.push(scan),
    onPart: (part) => parts.push(part),
    habit: () => habit,
    onHabit(next) {
      habit = next;
    },
    onEcho: (scan) => echoes.push(scan),
  });
  const own = createField(true);
  const note = createField(false);

  function pass(ms: number): void {
    const end = now + ms;
    for (;;) {
      const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers.splice(timers.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.run();
    }
    now = end;
  }

  /** Inserts a character, or a word as a soft keyboard does. */
  function put(field: Field, text: string, by: Typing["by"] = "key and input"): void {
    wedge.key(field.target, by === "input" ? null : text, now);
    if (by === "key") return;
    wedge.input(field.target, now);
    field.value += text;
    wedge.input(field.target, now);
  }

  return {
    wedge,
    scans,
    echoes,
    parts: () => parts.map((part) => part.raw),
    habit: () => habit,
    own,
    note,
    pass,
    put,
    texts: () => scans.map((scan) => scan.raw),
    type(field: Field, text: string, { everyMs = 2, by = "key and input" }: Typing = {}): void {
      for (const character of text) {
        put(field, character, by);
        pass(everyMs);
      }
    },
    end: (field: Field, by: "Enter" | "Tab" = "Enter") => wedge.end(field.target, by, now),
    /** Blocks the page: no timer runs, and characters arrive later with their own time. */
    busy(ms: number): void {
      now += ms;
    },
    at: () => now,
    timers: () => timers.length,
  };
}

function createField(isOwn: boolean): Field {
  const field: Field = {
    value: "",
    target: {
      field: isOwn ? "own" : "note",
      open() {
        const before = isOwn ? "" : field.value;
        return {
          isOwn,
          added: () => (field.value.startsWith(before) ? field.value.slice(before.length) : null),
          restore() {
            field.value = before;
          },
        };
      },
    },
  };
  return field;
}
