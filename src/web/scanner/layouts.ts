import { signal } from "@preact/signals";
import { type Message, msg } from "../../domain/message.ts";
import { readValue, writeValue } from "../db/values.ts";
import { type Habit, NO_HABIT } from "./burst.ts";

/** The characters that a device with this layout types for the keys of a US keyboard. */
export interface Layout {
  readonly id: string;
  readonly name: Message;
  /** The rows of ROWS in this layout; a space: the key types nothing. */
  readonly rows: readonly string[];
  /** The dead keys of the layout. */
  readonly dead: string;
}

/** The keys of a US keyboard by row, without and with Shift. */
export const ROWS: readonly string[] = [
  "`1234567890-=",
  "qwertyuiop[]\\",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "~!@#$%^&*()_+",
  "QWERTYUIOP{}|",
  'ASDFGHJKL:"',
  "ZXCVBNM<>?",
];

/** Every printable ASCII character that a key types. The space is the same in all layouts. */
export const KEYS = ROWS.join("");

const czech = [
  ";+ěščřžýáíé=´",
  "qwertyuiopú)¨",
  "asdfghjklů§",
  "zxcvbnm,.-",
  "°1234567890%ˇ",
  "QWERTYUIOP/('",
  'ASDFGHJKL"!',
  "ZXCVBNM?:_",
];

const slovak = [
  ";+ľščťžýáíé=´",
  "qwertyuiopúäň",
  "asdfghjklô§",
  "zxcvbnm,.-",
  "°1234567890%ˇ",
  "QWERTYUIOP/()",
  'ASDFGHJKL"!',
  "ZXCVBNM?:_",
];

const german = [
  "^1234567890ß´",
  "qwertzuiopü+#",
  "asdfghjklöä",
  "yxcvbnm,.-",
  '°!"§$%&/()=?`',
  "QWERTZUIOPÜ*'",
  "ASDFGHJKLÖÄ",
  "YXCVBNM;:_",
];

const french = [
  "²&é\"'(-è_çà)=",
  "azertyuiop^$*",
  "qsdfghjklmù",
  "wxcvbn,;:!",
  " 1234567890°+",
  "AZERTYUIOP¨£µ",
  "QSDFGHJKLM%",
  "WXCVBN?./§",
];

const british = [
  "`1234567890-=",
  "qwertyuiop[]#",
  "asdfghjkl;'",
  "zxcvbnm,./",
  '¬!"£$%^&*()_+',
  "QWERTYUIOP{}~",
  "ASDFGHJKL:@",
  "ZXCVBNM<>?",
];

/** The layouts that change a scanner's codes, the likeliest first. */
export const LAYOUTS: readonly Layout[] = [
  {
    id: "cs-qwertz",
    name: msg("Czech QWERTZ"),
    rows: czech.map(swapYZ),
    dead: "´¨°ˇ",
  },
  { id: "cs-qwerty", name: msg("Czech QWERTY"), rows: czech, dead: "´¨°ˇ" },
  {
    id: "sk-qwertz",
    name: msg("Slovak QWERTZ"),
    rows: slovak.map(swapYZ),
    dead: "´°ˇ",
  },
  { id: "sk-qwerty", name: msg("Slovak QWERTY"), rows: slovak, dead: "´°ˇ" },
  { id: "fr", name: msg("French AZERTY"), rows: french, dead: "^¨" },
  { id: "de", name: msg("German QWERTZ"), rows: german, dead: "^´`" },
  { id: "gb", name: msg("British"), rows: british, dead: "" },
];

/** The layout with this id; null: none or unknown. */
export function layoutOf(id: string | null): Layout | null {
  return LAYOUTS.find((layout) => layout.id === id) ?? null;
}

function swapYZ(row: string): string {
  const other: Readonly<Record<string, string>> = { y: "z", z: "y", Y: "Z", Z: "Y" };
  return row.replace(/[yz]/gi, (letter) => other[letter] ?? letter);
}

// Dead keys and their combining characters.
const MARKS: Readonly<Record<string, string>> = {
  "´": "\u0301",
  "`": "\u0300",
  "^": "\u0302",
  "¨": "\u0308",
  "°": "\u030a",
  ˇ: "\u030c",
};

/** The maximum number of readings to look up. */
const MAX_READINGS = 4;

/**
 * The text that a device with this layout types when a scanner sends the keys of a US keyboard for `text`.
 */
export function typed(layout: Layout, text: string): string {
  const outputs = layout.rows.join("");
  let all = "";
  let pendingAccent = "";
  for (const character of text) {
    const index = KEYS.indexOf(character);
    const output = index < 0 ? character : (outputs[index] ?? "").trim();
    if (pendingAccent === "" && layout.dead.includes(output)) {
      pendingAccent = output;
      continue;
    }
    all += pendingAccent === "" ? output : accented(pendingAccent, output);
    pendingAccent = "";
  }
  return all + pendingAccent;
}

/**
 * The texts that a scanner may have sent where this layout typed `text`, the likeliest first. `č` on a Czech
 * keyboard is the key 4, but may be a dead ˇ and a c. Returns at most `limit`.
 */
export function readings(layout: Layout, text: string, limit = MAX_READINGS): readonly string[] {
  const meaningsByOutput = meaningsOf(layout);
  let all: readonly Reading[] = [{ text: "", doubt: 0 }];
  for (const character of text) {
    const meanings = meaningsByOutput.get(character) ?? [{ text: character, doubt: 0 }];
    all = all
      .flatMap((before) =>
        meanings.map((next) => ({ text: before.text + next.text, doubt: before.doubt + next.doubt })),
      )
      .sort((a, b) => a.doubt - b.doubt)
      .slice(0, limit);
  }
  return all.map((reading) => reading.text);
}

interface Reading {
  readonly text: string;
  /** The number of assumed dead keys where a single key explains the character too. */
  readonly doubt: number;
}

const known = new Map<Layout, ReadonlyMap<string, readonly Reading[]>>();

function meaningsOf(layout: Layout): ReadonlyMap<string, readonly Reading[]> {
  const found = known.get(layout) ?? allMeanings(layout);
  known.set(layout, found);
  return found;
}

function allMeanings(layout: Layout): ReadonlyMap<string, readonly Reading[]> {
  const outputs = layout.rows.join("");
  const all = new Map<string, Reading[]>();
  const add = (output: string, text: string, doubt: number) => {
    all.set(output, [...(all.get(output) ?? []), { text, doubt }]);
  };
  for (const [index, key] of [...KEYS].entries()) add(outputs[index] ?? "", key, 0);
  for (const accent of layout.dead) {
    const key = KEYS[outputs.indexOf(accent)] ?? "";
    // A space after a dead key types the accent alone.
    add(accent, `${key} `, 1);
    for (const [index, second] of [...KEYS].entries()) {
      const letter = accented(accent, outputs[index] ?? "");
      if (letter.length === 1) add(letter, key + second, 1);
    }
  }
  all.delete(" ");
  return all;
}

function accented(accent: string, output: string): string {
  if (output === " ") return accent;
  const letter = (output + (MARKS[accent] ?? "")).normalize("NFC");
  return output.length === 1 && letter.length === 1 ? letter : accent + output;
}

/** The keyboard layout that scans are corrected for; null: no correction. */
export const layout = signal<Layout | null>(null);

/** What is known of the scanner. */
export const habit = signal<Habit>(NO_HABIT);

/** Loads the stored layout, and what is known of the scanner. */
export async function startScanner(): Promise<void> {
  const [scanner, known] = await Promise.all([readValue("scanner"), readValue("scannerHabit")]);
  layout.value = layoutOf(scanner?.layout ?? null);
  habit.value = known ?? NO_HABIT;
}

/** Stores what is known of the scanner, for later loads too. It applies even if the storage fails. */
export async function storeHabit(known: Habit): Promise<void> {
  habit.value = known;
  await writeValue("scannerHabit", known);
}

/** Corrects all later scans for this layout. */
export async function chooseLayout(chosen: Layout | null): Promise<void> {
  // The layout applies even if the storage fails.
  try {
    await writeValue("scanner", { layout: chosen === null ? null : chosen.id });
  } finally {
    layout.value = chosen;
  }
}
