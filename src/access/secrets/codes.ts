import { randomInt } from "node:crypto";

/** Without 0 O 1 I L U, which are taken for one another. Each letter has nearly five bits. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Random letters in groups, as a person reads them out: `K7QF-2MXP`. */
export function randomCode(groups: number, length: number): string {
  const group = () => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** The letters alone: case, blanks and dashes do not matter. */
export function normalizeCode(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, "");
}
