import { readFileSync } from "node:fs";
import { join } from "node:path";

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

/** True for one of the 10 000 most common passwords, in whatever letter case. */
export const isCommonPassword = (password: string) => isListedPassword(password.toLowerCase());

/** True for one of the 200 most common PINs. */
export const isCommonPin = listed("pins.txt");
