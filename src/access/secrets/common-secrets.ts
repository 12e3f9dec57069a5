import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fold } from "../../domain/text-folding.ts";

// The lists stand in the folder of the same name; its README names their source and licence.

const FOLDER = join(import.meta.dirname, "common-secrets");

/** A list that is read at its first use. */
function listed(file: string): (value: string) => boolean {
  let entries: ReadonlySet<string> | null = null;
  return (value) => {
    entries ??= new Set(readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n"));
    return entries.has(value);
  };
}

const isListedPassword = listed("passwords.txt");

/** Words that somebody who knows what is logged in to tries first. docs/operate/passwords-and-pins.md names them. */
const CONTEXT_WORDS =
  "tallybox inventory inventura inventar stocktake warehouse sklad asset scanner terminal server password heslo login admin administrator manager vedouci spravce user uzivatel demo".split(
    " ",
  );
const ONLY_CONTEXT_WORDS = new RegExp(`^(?:${CONTEXT_WORDS.join("|")})+$`);

/**
 * True for one of the 10 000 most common passwords, in whatever letter case, and for one that is made of nothing but words of the
 * product, digits and signs: `Warehouse2026!`.
 */
export function isCommonPassword(password: string): boolean {
  const letters = fold(password).replace(/[^a-z]/g, "");
  return isListedPassword(password.toLowerCase()) || ONLY_CONTEXT_WORDS.test(letters);
}

/** True for one of the 200 most common PINs. */
export const isCommonPin = listed("pins.txt");
