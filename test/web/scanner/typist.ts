import { type Captured, newWedge, type Target } from "../../../src/web/scanner/wedge.ts";

/** A field of a screen, without a screen. */
interface Field {
  value: string;
  readonly target: Target;
}

interface Typing {
  readonly everyMs?: number;
  /** How each character arrives: as a key that says it, by the field alone, or by the key alone. */
  readonly by?: "key and input" | "input" | "key";
}

/** Somebody (or a scanner) who types into fields at times that the test says; all its time is made up. */
export function aTypist() {
  const timers: { at: number; run: () => void }[] = [];
  const scans: Captured[] = [];
  const echoes: Captured[] = [];
  let now = 0;
  const wedge = newWedge({
    now: () => now,
    later: (ms, run) => timers.push({ at: now + ms, run }),
    onScan: (scan) => scans.push(scan),
    onEcho: (scan) => echoes.push(scan),
  });
  const own = aField(true);
  const note = aField(false);

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

  /** One character, or a word that a soft keyboard puts in at once. */
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
    /** The page does other things meanwhile: no timer runs, what is typed arrives with its own time afterwards. */
    busy(ms: number): void {
      now += ms;
    },
    at: () => now,
  };
}

function aField(isOwn: boolean): Field {
  const field: Field = {
    value: "",
    target: {
      field: isOwn ? "own" : "note",
      open() {
        const before = isOwn ? "" : field.value;
        return {
          isOwn,
          taken: () => (field.value.startsWith(before) ? field.value.slice(before.length) : null),
          putBack() {
            field.value = before;
          },
        };
      },
    },
  };
  return field;
}
