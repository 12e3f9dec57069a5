import { KEYS, type Layout } from "./layouts.ts";

// A dead accent and the mark that it puts on the letter after it.
const MARKS: Readonly<Record<string, string>> = {
  "´": "\u0301",
  "`": "\u0300",
  "^": "\u0302",
  "¨": "\u0308",
  "°": "\u030a",
  ˇ: "\u030c",
};

/** How many readings of one scan are worth looking up. */
const MOST = 4;

/** What a device with this layout types when a scanner sends it the keys of a US keyboard for `text`. */
export function typed(layout: Layout, text: string): string {
  const outputs = layout.rows.join("");
  let all = "";
  let waiting = "";
  for (const sign of text) {
    const at = KEYS.indexOf(sign);
    const output = at < 0 ? sign : (outputs[at] ?? "").trim();
    if (waiting === "" && layout.dead.includes(output)) {
      waiting = output;
      continue;
    }
    all += waiting === "" ? output : accented(waiting, output);
    waiting = "";
  }
  return all + waiting;
}

/**
 * What the scanner may have sent where this layout typed `text`, the likeliest first: `č` on a Czech keyboard is the key 4,
 * but may be a dead ˇ and a c. At most `most`.
 */
export function readings(layout: Layout, text: string, most = MOST): readonly string[] {
  const meanings = meaningsOf(layout);
  let all: readonly Reading[] = [{ text: "", doubt: 0 }];
  for (const sign of text) {
    const means = meanings.get(sign) ?? [{ text: sign, doubt: 0 }];
    all = all
      .flatMap((before) =>
        means.map((next) => ({ text: before.text + next.text, doubt: before.doubt + next.doubt })),
      )
      .sort((a, b) => a.doubt - b.doubt)
      .slice(0, most);
  }
  return all.map((reading) => reading.text);
}

interface Reading {
  readonly text: string;
  /** How many dead keys it supposes where a single key explains the sign as well. */
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
  const means = (output: string, text: string, doubt: number) => {
    all.set(output, [...(all.get(output) ?? []), { text, doubt }]);
  };
  for (const [at, key] of [...KEYS].entries()) means(outputs[at] ?? "", key, 0);
  for (const accent of layout.dead) {
    const key = KEYS[outputs.indexOf(accent)] ?? "";
    // A space after a dead key gives the bare accent.
    means(accent, `${key} `, 1);
    for (const [at, second] of [...KEYS].entries()) {
      const letter = accented(accent, outputs[at] ?? "");
      if (letter.length === 1) means(letter, key + second, 1);
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
