import type { InventoryItem } from "../../../../inventories/shapes.ts";
import { say, type Words } from "../../../../words.ts";
import { plural } from "../../../app/words.ts";
import { difference, foundElsewhere, piecesFound } from "../decide/item-views.ts";

/** One kind of thing that closing does, and to which items. */
const EFFECTS: readonly (readonly [Words, (item: InventoryItem) => boolean])[] = [
  [
    say(
      "{n} item moves to where it was found.|{n} items move to where they were found.",
      "{n} položka se přesune na místo, kde byla nalezena.|{n} položky se přesunou na místo, kde byly nalezeny.|{n} položek se přesune na místo, kde byly nalezeny.",
    ),
    (item) => !item.isUnexpected && item.isFound && foundElsewhere(item) !== null,
  ],
  [
    say(
      "{n} item gets another quantity.|{n} items get another quantity.",
      "U {n} položky se změní množství.|U {n} položek se změní množství.|U {n} položek se změní množství.",
    ),
    (item) => !item.isUnexpected && item.isFound && (difference(item) ?? 0) !== 0,
  ],
  [
    say(
      "{n} item that was looked for and not found is taken away from its place.|{n} items that were looked for and not found are taken away from their places.",
      "{n} hledaná a nenalezená položka se z místa odepíše.|{n} hledané a nenalezené položky se z míst odepíšou.|{n} hledaných a nenalezených položek se z míst odepíše.",
    ),
    (item) => !item.isUnexpected && piecesFound(item) === 0,
  ],
  [
    say(
      "{n} unexpected item is put where it was found.|{n} unexpected items are put where they were found.",
      "{n} neočekávaná položka se zapíše na místo nálezu.|{n} neočekávané položky se zapíšou na místo nálezu.|{n} neočekávaných položek se zapíše na místo nálezu.",
    ),
    (item) => item.isUnexpected && item.isFound,
  ],
  [
    say(
      "{n} item is proposed for disposal.|{n} items are proposed for disposal.",
      "{n} položka se navrhne k vyřazení.|{n} položky se navrhnou k vyřazení.|{n} položek se navrhne k vyřazení.",
    ),
    (item) => item.isDisposal,
  ],
  [
    say(
      "{n} item that nobody counted stays as it is recorded.|{n} items that nobody counted stay as they are recorded.",
      "{n} nespočítaná položka zůstane, jak je vedena.|{n} nespočítané položky zůstanou, jak jsou vedeny.|{n} nespočítaných položek zůstane, jak jsou vedeny.",
    ),
    (item) => !item.isUnexpected && piecesFound(item) === null,
  ],
];

const NOTHING = say(
  "{n} item is as it is recorded: nothing changes.|{n} items are as they are recorded: nothing changes.",
  "{n} položka odpovídá evidenci: nic se nezmění.|{n} položky odpovídají evidenci: nic se nezmění.|{n} položek odpovídá evidenci: nic se nezmění.",
);

/** What closing does, a sentence each; an item may be in two of them. */
export function effectsOf(items: readonly InventoryItem[]): readonly string[] {
  const lines = EFFECTS.map(([words, is]) => [words, items.filter(is).length] as const)
    .filter(([, count]) => count > 0)
    .map(([words, count]) => plural(count, words));
  return lines.length > 0 ? lines : [plural(items.length, NOTHING)];
}
