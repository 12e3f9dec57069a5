import { type Aim, aimOf } from "./aim.ts";
import { readings } from "./layout.ts";
import type { Layout } from "./layouts.ts";
import { type Suspect, suspects } from "./suspicion.ts";
import type { Captured } from "./wedge.ts";

/** A scan, and what it may say. */
export interface Scan extends Captured {
  /** What it most probably says; what is kept of it where nobody knows it. */
  readonly text: string;
  /**
   * What to look up, the likeliest first: as corrected, as typed, its half where the scanner seems to send everything twice,
   * and as another keyboard's layout explains it. Never empty.
   */
  readonly candidates: readonly string[];
  readonly aim: Aim | null;
  /** The text is the same thing twice. */
  readonly isDoubled: boolean;
  /** The layout that it was corrected for. */
  readonly layout: Layout | null;
  /** Layouts that would make a code of it, where it looks like none. */
  readonly suspects: readonly Suspect[];
}

/** What stands around a scan. */
export interface Habits {
  readonly layout: Layout | null;
  /** The scan before was doubled too: this scanner does it always, so that also short halves are believed. */
  readonly doubles: boolean;
  readonly isAndroid: boolean;
}

// A code of two equal halves this short is more often just that: 1212.
const SHORTEST_HALF = 4;

// Slower than this somebody types, and sees what comes.
const BY_HAND_MS = 100;

/** What a captured scan says; null: nothing but control characters and spaces. */
export function meaningOf(captured: Captured, habits: Habits): Scan | null {
  const { raw } = captured;
  // The camera reads what stands there: no keyboard turns it into something else, nothing sends it twice.
  const isTyped = captured.ending !== "camera";
  const layout = isTyped ? habits.layout : null;
  const half = isTyped ? halfOf(raw) : null;
  const believed = half !== null && (habits.doubles || half.length >= SHORTEST_HALF) ? half : null;
  const isByHand = captured.longestGap > BY_HAND_MS;
  const wholes = isByHand ? [...variants(raw, layout)].reverse() : variants(raw, layout);
  const [text] = wholes;
  if (text === undefined) return null;
  const suspected = isTyped && layout === null ? suspects(text, habits.isAndroid) : [];
  const halves = believed === null ? [] : variants(believed, layout);
  const candidates = [...wholes, ...halves, ...suspected.map((suspect) => suspect.text)];
  return {
    ...captured,
    text,
    candidates: [...new Set(candidates)],
    aim: aimOf(corrected(raw, layout).trim()),
    isDoubled: half !== null,
    layout,
    suspects: suspected,
  };
}

/** One of two equal halves; null: it is not the same thing twice. */
export function halfOf(raw: string): string | null {
  const length = raw.length / 2;
  return length >= 1 && raw.slice(0, length) === raw.slice(length) ? raw.slice(0, length) : null;
}

function corrected(raw: string, layout: Layout | null): string {
  return layout === null ? raw : (readings(layout, raw, 1)[0] ?? raw);
}

function variants(raw: string, layout: Layout | null): readonly string[] {
  const all = layout === null ? [raw] : [...readings(layout, raw), raw];
  return [...new Set(all.map(bare))].filter((text) => text !== "");
}

/**
 * Without the AIM identifier, spaces around it, and control characters. All data stay: of GS1 element strings only the
 * separator (GS, 0x1d) goes, the identifiers and values on both its sides are kept as they come.
 */
function bare(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be taken out
  const visible = text.replace(/[\x00-\x1f\x7f-\x9f\ufeff]/g, "").trim();
  const aim = aimOf(visible);
  return (aim === null ? visible : visible.slice(aim.id.length)).trim();
}
