// A location by the names from the root down: `Main building / First floor / 101`. A slash between blanks parts two names;
// one that stands so in a name itself is doubled (tripled where there are two, and so on), so that every tree has paths and
// every path is read as it was written. Slashes within a word are left alone.

const SEPARATOR = " / ";
const PARTING = /(?<=^|\s)\/(?=\s|$)/;
const STANDING_ALONE = /(?<=^|\s)\/+(?=\s|$)/g;

/** The longest path: what a spreadsheet's cell holds. */
export const LONGEST_PATH = 32_767;

/** The names as one text. */
export function pathText(names: readonly string[]): string {
  return names.map(nameInPath).join(SEPARATOR);
}

/** A name as it stands in a path. */
export function nameInPath(name: string): string {
  return name.replace(STANDING_ALONE, "/$&");
}

/** The names that a path consists of, trimmed; one of them is empty where two slashes have nothing between them. */
export function namesInPath(text: string): string[] {
  return text.split(PARTING).map((name) => name.trim().replace(STANDING_ALONE, (run) => run.slice(1)));
}
