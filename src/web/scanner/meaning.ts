import { type Aim, aimOf } from "./aim.ts";
import { readings } from "./layout.ts";
import { type Suspect, suspects } from "./layout-suspects.ts";
import type { Layout } from "./layouts.ts";
import type { Captured } from "./wedge.ts";

/** A scan with its possible readings. */
export interface Scan extends Captured {
  /** The likeliest text, stored where the code is unknown. */
  readonly text: string;
  /**
   * The texts to look up, the likeliest first: corrected, as typed, one half where the scanner sends
   * everything twice, and as other layouts explain it. Never empty.
   */
  readonly candidates: readonly string[];
  readonly aim: Aim | null;
  /** The text consists of two equal halves. */
  readonly isDoubled: boolean;
  /** The layout that the text was corrected for. */
  readonly layout: Layout | null;
  /** Layouts that would make a valid code of a strange text. */
  readonly suspects: readonly Suspect[];
}

/** The circumstances of a scan. */
export interface ScanContext {
  readonly layout: Layout | null;
  /** The previous scan was doubled too, so short halves are accepted as well. */
  readonly isScannerDoubling: boolean;
  readonly isAndroid: boolean;
}

// Shorter codes with two equal halves are valid codes, such as 1212.
const MIN_HALF = 4;

// A slower pace is typing, and the user sees the result.
const TYPING_MS = 100;

/** Interprets a captured scan; null: only control characters and spaces. */
export function meaningOf(captured: Captured, context: ScanContext): Scan | null {
  const { raw } = captured;
  // Camera scans don't pass a keyboard: no layout changes them, nothing doubles them.
  const isTyped = captured.ending !== "camera";
  const layout = isTyped ? context.layout : null;
  const halfText = isTyped ? halfOf(raw) : null;
  const acceptedHalf =
    halfText !== null && (context.isScannerDoubling || halfText.length >= MIN_HALF) ? halfText : null;
  const isHandTyped = captured.longestGap > TYPING_MS;
  const texts = isHandTyped ? [...variants(raw, layout)].reverse() : variants(raw, layout);
  const [text] = texts;
  if (text === undefined) return null;
  const layoutSuspects = isTyped && layout === null ? suspects(text, context.isAndroid) : [];
  const halves = acceptedHalf === null ? [] : variants(acceptedHalf, layout);
  const candidates = [...texts, ...halves, ...layoutSuspects.map((suspect) => suspect.text)];
  return {
    ...captured,
    text,
    candidates: [...new Set(candidates)],
    aim: aimOf(corrected(raw, layout).trim()),
    isDoubled: halfText !== null,
    layout,
    suspects: layoutSuspects,
  };
}

/** One of two equal halves; null: no such halves. */
export function halfOf(raw: string): string | null {
  const length = raw.length / 2;
  return length >= 1 && raw.slice(0, length) === raw.slice(length) ? raw.slice(0, length) : null;
}

function corrected(raw: string, layout: Layout | null): string {
  return layout === null ? raw : (readings(layout, raw, 1)[0] ?? raw);
}

function variants(raw: string, layout: Layout | null): readonly string[] {
  const all = layout === null ? [raw] : [...readings(layout, raw), raw];
  return [...new Set(all.map(withoutControls))].filter((text) => text !== "");
}

/**
 * Removes the AIM identifier, surrounding spaces and control characters. All data stays: of GS1 element
 * strings only the separator (GS, 0x1d) is removed.
 */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be taken out
  const visible = text.replace(/[\x00-\x1f\x7f-\x9f\ufeff]/g, "").trim();
  const aim = aimOf(visible);
  return (aim === null ? visible : visible.slice(aim.id.length)).trim();
}
