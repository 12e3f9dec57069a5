import type { Pack } from "../../domain/packs.ts";

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

/** What separates the levels of a location in a list: ` / `, `>`, `\\` or ` - `. */
export const LEVEL_SEPARATORS = ["slash", "greater", "backslash", "dash"] as const;
export type LevelSeparator = (typeof LEVEL_SEPARATORS)[number];

const PARTS: Readonly<Record<LevelSeparator, (text: string) => string[]>> = {
  slash: parsePath,
  greater: (text) => trimmedParts(text, ">"),
  backslash: (text) => trimmedParts(text, "\\"),
  dash: (text) => trimmedParts(text, /(?<=\s)[-–](?=\s)/),
};

const trimmedParts = (text: string, separator: string | RegExp) =>
  text.split(separator).map((name) => name.trim());

/** Parses the levels of a location in a list. */
export function parseLevels(text: string, separator: LevelSeparator): string[] {
  return PARTS[separator](text);
}

/**
 * Finds the separator of levels in some locations of a list: that of a path where one has it, else `>` or `\\` where most of the
 * different ones have it, and two of those begin alike, as the locations of a tree do. A dash is never found: many names have one.
 */
export function findLevelSeparator(locations: readonly string[]): LevelSeparator {
  const different = [...new Set(locations.filter((text) => text !== ""))];
  const withLevels = (separator: LevelSeparator) =>
    different
      .map((text) => parseLevels(text, separator).filter((name) => name !== ""))
      .filter((names) => names.length > 1);
  if (withLevels("slash").length > 0) return "slash";
  const isTree = (separator: LevelSeparator) => {
    const found = withLevels(separator);
    return found.length >= different.length / 2 && new Set(found.map(([root]) => root)).size < found.length;
  };
  return (["greater", "backslash"] as const).find(isTree) ?? "slash";
}

/** Reads a list in the text of a cell from left to right, in linear time. */
class ListCursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next characters for which the condition holds. */
  take(condition: (character: string) => boolean): string {
    const start = this.#at;
    while (!this.isAtEnd && condition(this.#text.charAt(this.#at))) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /** The characters up to one of these or the end. */
  until(characters: string): string {
    return this.take((character) => !characters.includes(character));
  }

  /** Skips white space. Returns whether a line ended in it. */
  skipSpace(): boolean {
    return this.take((character) => /\s/.test(character)).includes("\n");
  }

  /** Skips this character, if it is the next one. */
  skip(character: string): boolean {
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at++;
    return true;
  }

  /** The content of quotes, where two are one; null: there are none, or no end, and nothing is skipped. */
  quoted(): string | null {
    if (this.#text.charAt(this.#at) !== '"') return null;
    let content = "";
    for (let start = this.#at + 1; ; ) {
      const end = this.#text.indexOf('"', start);
      if (end === -1) return null;
      content += this.#text.slice(start, end);
      if (this.#text.charAt(end + 1) !== '"') {
        this.#at = end + 1;
        return content;
      }
      content += '"';
      start = end + 2;
    }
  }

  /** What `read` gives; null: nothing, and nothing is skipped. */
  attempt<T>(read: () => T | null): T | null {
    const start = this.#at;
    const found = read();
    if (found === null) this.#at = start;
    return found;
  }
}

// The additional codes of an article in one cell, separated by semicolons or lines. A code with either is in quotes: `"A;1"`.

/** The codes as the text of a cell. */
export function codeListText(codes: readonly string[]): string {
  return codes.map((code) => quoted(code, /[;\n]|^"/)).join("; ");
}

/** The text in quotes where it has what separates or quotes. */
function quoted(text: string, special: RegExp): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The codes in the text of a cell. */
export function codesIn(text: string): string[] {
  const codes: string[] = [];
  const cursor = new ListCursor(text);
  while (!cursor.isAtEnd) {
    cursor.skipSpace();
    const inQuotes = cursor.attempt(() => {
      const content = cursor.quoted();
      return cursor.skipSpace() || cursor.isAtEnd || cursor.skip(";") ? content : null;
    });
    const code = (inQuotes ?? cursor.until(";\n")).trim();
    if (code !== "") codes.push(code);
    if (inQuotes === null) cursor.take((character) => character === ";" || character === "\n");
  }
  return codes;
}

// The packs of an article in one cell: `Box=12; Pallet=480`. A name with `;`, `=` or a quote at its start is in quotes: `"A;1"=12`.

/** The packs as the text of a cell. */
export function packListText(packs: readonly Pack[]): string {
  return packs.map(({ name, quantity }) => `${quoted(name, /[;=\n]|^"/)}=${quantity}`).join("; ");
}

/** The stored form of packs (JSON) as the text of a cell; null: none. */
export function storedPackText(stored: string | null): string | null {
  const packs: unknown = stored === null ? null : JSON.parse(stored);
  return Array.isArray(packs) ? packListText(packs) : null;
}

/** The packs in the text of a cell; null: it has another form. */
export function packsIn(text: string): Pack[] | null {
  const packs: Pack[] = [];
  for (const cursor = new ListCursor(text); !cursor.isAtEnd; ) {
    const pack = nextPack(cursor);
    if (pack === null) return null;
    packs.push(pack);
  }
  return packs;
}

function nextPack(cursor: ListCursor): Pack | null {
  cursor.skipSpace();
  const inQuotes = cursor.quoted();
  if (inQuotes !== null) cursor.skipSpace();
  const name = inQuotes ?? cursor.until(";=\n");
  if (inQuotes === null && /^$|^"/.test(name)) return null;
  if (!cursor.skip("=")) return null;
  cursor.skipSpace();
  const pieces = cursor.take((character) => /\d/.test(character));
  if (!/^\d{1,15}$/.test(pieces)) return null;
  const isEnded = cursor.skipSpace() || cursor.isAtEnd;
  if (!cursor.skip(";") && !isEnded) return null;
  cursor.skipSpace();
  return { name: name.trim(), quantity: Number(pieces) };
}
