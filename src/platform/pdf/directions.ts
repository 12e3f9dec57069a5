// The order of letters on paper, by the part of the Unicode bidirectional algorithm (UAX #9) for lines that run left to right, of its
// controls with the left-to-right mark alone. PDFKit reverses whole words with letters from right to left, and so their digits.

/** A part of a line. */
interface DirectedRun {
  readonly text: string;
  readonly direction: "ltr" | "rtl";
}

const RTL_LETTER = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const MARK = /\p{M}/u;
/** Signs within a number, between two digits. */
const SEPARATOR = /[-+.,:/\u00a0]/u;
/** Signs at a number, before or behind it. */
const TERMINATOR = /[#$%°€£‰]/u;
const MIRRORED: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
};

/** The left-to-right mark, a letter without a sign. */
const MARK_LEFT = "\u200e";

/** A letter from left to right or right to left, a digit of a number, or another sign. */
type Kind = "left" | "right" | "number" | "other";

/** True for a text with a letter that is read from right to left. */
export const hasRightToLeft = (text: string): boolean => RTL_LETTER.test(text);

/** A name that a number follows: the mark keeps the number behind a name that is read from right to left. */
export const beforeNumber = (name: string): string => (hasRightToLeft(name) ? `${name}${MARK_LEFT}` : name);

/** The parts of a line in the order in which they stand on paper, from left to right. */
export function directedRuns(line: string): readonly DirectedRun[] {
  const letters = [...line];
  const kinds = resolved(letters);
  const runs: { text: string; kind: Kind }[] = [];
  for (const [index, letter] of letters.entries()) {
    const kind = kinds[index] ?? "left";
    const text = letter === MARK_LEFT ? "" : letter;
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else runs.push({ text, kind });
  }
  const ordered: DirectedRun[] = [];
  let reversed: DirectedRun[] = [];
  for (const { text, kind } of runs) {
    if (kind === "left") {
      ordered.push(...reversed, { text, direction: "ltr" });
      reversed = [];
    } else if (kind === "number") reversed.unshift({ text, direction: "ltr" });
    else reversed.unshift({ text: mirrored(text), direction: "rtl" });
  }
  return [...ordered, ...reversed];
}

const mirrored = (text: string) => Array.from(text, (letter) => MIRRORED[letter] ?? letter).join("");

/** The kinds of letters, of which none is "other" (rules W1 to W7, N1 and N2). */
function resolved(letters: readonly string[]): Kind[] {
  const kinds: Kind[] = [];
  let strong: Kind = "left";
  for (const letter of letters) {
    const own = MARK.test(letter) ? (kinds.at(-1) ?? "other") : kindOf(letter);
    if (own === "left" || own === "right") strong = own;
    kinds.push(own === "number" && strong === "left" ? "left" : own);
  }
  const isNumber = (index: number) => kinds[index] === "number" && DIGIT.test(letters[index] ?? "");
  for (const [index, letter] of letters.entries())
    if (SEPARATOR.test(letter) && isNumber(index - 1) && isNumber(index + 1)) kinds[index] = "number";
  for (const [index, letter] of letters.entries())
    if (TERMINATOR.test(letter) && (isNumber(index - 1) || isNumber(index + 1))) kinds[index] = "number";
  const sideOf = (index: number) => {
    const kind = kinds[index] ?? "left";
    return kind === "number" ? "right" : kind;
  };
  for (let from = 0; from < kinds.length; from++) {
    if (kinds[from] !== "other") continue;
    let end = from;
    while (kinds[end] === "other") end++;
    const kind = sideOf(from - 1) === "right" && sideOf(end) === "right" ? "right" : "left";
    kinds.fill(kind, from, end);
  }
  return kinds;
}

function kindOf(letter: string): Kind {
  if (letter === MARK_LEFT) return "left";
  if (RTL_LETTER.test(letter) && !DIGIT.test(letter)) return "right";
  if (DIGIT.test(letter)) return "number";
  return LETTER.test(letter) ? "left" : "other";
}
