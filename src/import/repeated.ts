import { say } from "../words.ts";
import type { TellFault } from "./plan.ts";
import type { Field } from "./values.ts";

/** Tells, at `field`, when a key comes in a second row; true: it does. */
export function noRepeats(field: Field): (key: string, row: number, fault: TellFault) => boolean {
  const rows = new Map<string, number>();
  return (key, row, fault) => {
    const first = rows.get(key);
    if (first === undefined) {
      rows.set(key, row);
      return false;
    }
    fault(field, say(`is the same as in row ${first}`, `je stejné jako v řádku ${first}`));
    return true;
  };
}

/** Told where a new record lacks what it can't be without. */
export const NEEDED = say("is required for a new record", "je u nového záznamu povinné");

/** Told where a row lacks what it is known by. */
export const REQUIRED = say("is required", "je povinné");
