// A location path: the names from the root down, `Main building / First floor / 101`. A slash between blanks separates two
// names. Such a slash inside a name is escaped by one more slash, so that every path parses to the names it was formatted
// from. Slashes within a word are not escaped.

const SEPARATOR = " / ";
const PARTING = /(?<=^|\s)\/(?=\s|$)/;
const STANDING_ALONE = /(?<=^|\s)\/+(?=\s|$)/g;

/** Maximum characters of a path: a spreadsheet cell holds no more. */
export const MAX_PATH_LENGTH = 32_767;

/** Formats names as a path. */
export function formatPath(names: readonly string[]): string {
  return names.map(escapeName).join(SEPARATOR);
}

/** Escapes a name for a path. */
export function escapeName(name: string): string {
  return name.replace(STANDING_ALONE, "/$&");
}

/** Parses a path into trimmed names. Two separators with nothing between them give an empty name. */
export function parsePath(text: string): string[] {
  return text.split(PARTING).map((name) => name.trim().replace(STANDING_ALONE, (run) => run.slice(1)));
}
