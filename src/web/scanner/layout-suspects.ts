import { readings } from "./layout.ts";
import { LAYOUTS, type Layout } from "./layouts.ts";

/** A layout that explains a strange scan, and the text in it. */
export interface Suspect {
  readonly layout: Layout;
  readonly text: string;
}

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 ._/-]*$/;
const FOREIGN = /[^\x20-\x7e]/;
// Three of the characters that a French keyboard has in place of digits.
const SIGNS = /(?:[&"'()=!;:%+*$^].*){3}/;

const isQwerty = ({ id }: Layout) => id.endsWith("-qwerty");
const QWERTY_FIRST = [...LAYOUTS].sort((a, b) => Number(isQwerty(b)) - Number(isQwerty(a)));

/**
 * The layouts in which a strange scan becomes a plain code with digits: `INV=ééé+` is `INV-0001` typed on a
 * Czech keyboard. Empty for an ordinary code, also for one with letters such as Ř. Of layouts with the same
 * text the likelier one is returned: Android's Czech and Slovak keyboards are QWERTY, those of computers
 * QWERTZ.
 */
export function suspects(text: string, isAndroid: boolean): readonly Suspect[] {
  if (PLAIN.test(text) || !(FOREIGN.test(text) || SIGNS.test(text))) return [];
  const found: Suspect[] = [];
  for (const layout of isAndroid ? QWERTY_FIRST : LAYOUTS) {
    const [reading = ""] = readings(layout, text, 1);
    const isPlain = PLAIN.test(reading) && /[0-9]/.test(reading);
    if (isPlain && !found.some((other) => other.text === reading)) found.push({ layout, text: reading });
  }
  return found;
}
