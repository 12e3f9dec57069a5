import { randomInt } from "node:crypto";

/** Excludes 0 O 1 I L U, which look alike. Each letter has nearly five bits. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A random code in groups of letters: `K7QF-2MXP`. */
export function randomCode(groups: number, length: number): string {
  const group = () => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** Removes blanks and dashes from a code and converts it to upper case. */
export function normalizeCode(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, "");
}
