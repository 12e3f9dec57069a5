import { templateFault } from "./placeholders.ts";

/** The most copies that a print request may ask for (decisions, Printing). */
const mostAsked = 1000;

/**
 * The count for a language's copies command: what the template itself says (`own`, digits, "" is 1) times the
 * copies asked for. Throws Invalid for a template whose count could go beyond `most`, the language's limit.
 */
export function multiplied(own: string, copies: number, most: number): number {
  const count = own === "" ? 1 : Number(own);
  const highest = Math.floor(most / mostAsked);
  if (count < 1 || count > highest) {
    throw templateFault(
      `The template's own number of copies is ${own}; it must be from 1 to ${highest}.`,
      `Vlastní počet kopií v šabloně je ${own}; musí být od 1 do ${highest}.`,
    );
  }
  return count * copies;
}
