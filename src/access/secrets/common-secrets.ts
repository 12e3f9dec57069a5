import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fold } from "../../domain/text-folding.ts";

// The lists are in the folder `common-secrets`. Its README names their source and licence.

const FOLDER = join(import.meta.dirname, "common-secrets");

/** Makes a look-up in a list, which it reads at its first use. */
function listLookup(file: string): (value: string) => boolean {
  let entries: ReadonlySet<string> | null = null;
  return (value) => {
    entries ??= new Set(readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n"));
    return entries.has(value);
  };
}

const isListedPassword = listLookup("passwords.txt");
const isShortListedPassword = listLookup("short-passwords.txt");

/** Words that an attacker who knows the product tries first. docs/operate/passwords-and-pins.md lists them. */
const CONTEXT_WORDS =
  "tallybox inventory inventura inventar stocktake warehouse sklad asset scanner terminal server password heslo login admin administrator manager vedouci spravce user uzivatel demo".split(
    " ",
  );
const ONLY_CONTEXT_WORDS = new RegExp(`^(?:${CONTEXT_WORDS.join("|")})+$`);

/**
 * True for one of the 10 000 most common passwords in any letter case, and for a password of product words, digits and signs
 * alone, such as `Warehouse2026!`.
 */
export function isCommonPassword(password: string): boolean {
  const letters = fold(password).replace(/[^a-z]/g, "");
  return isListedPassword(password.toLowerCase()) || ONLY_CONTEXT_WORDS.test(letters);
}

/** True for one of the 10 000 most common passwords that has at least 4 characters, and for a product word. In lower case. */
export function isCommonPiece(text: string): boolean {
  return isListedPassword(text) || isShortListedPassword(text) || CONTEXT_WORDS.includes(text);
}

/** True for one of the most common PINs of published rankings. */
export const isCommonPin = listLookup("pins.txt");
