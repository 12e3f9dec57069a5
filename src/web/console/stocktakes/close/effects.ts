import { type Message, msg } from "../../../../domain/message.ts";
import type { InventoryItem } from "../../../../inventories/shapes.ts";
import { plural } from "../../../app/words.ts";
import { difference, foundElsewhere, piecesFound } from "../decide/item-views.ts";

/** One kind of thing that closing does, and to which items. */
const EFFECTS: readonly (readonly [Message, (item: InventoryItem) => boolean])[] = [
  [
    msg(
      "{n} item moves to where it was found.|{n} items move to where they were found.",
      "{n} položka se přesune tam, kde byla nalezena.|{n} položky se přesunou tam, kde byly nalezeny.|{n} položek se přesune tam, kde byly nalezeny.",
    ),
    (item) => !item.isUnexpected && item.isFound && foundElsewhere(item) !== null,
  ],
  [
    msg(
      "{n} item changes quantity.|{n} items change quantity.",
      "U {n} položky se změní množství.|U {n} položek se změní množství.|U {n} položek se změní množství.",
    ),
    (item) => !item.isUnexpected && item.isFound && (difference(item) ?? 0) !== 0,
  ],
  [
    msg(
      "{n} missing item is removed from its location.|{n} missing items are removed from their locations.",
      "{n} chybějící položka se odepíše z umístění.|{n} chybějící položky se odepíšou z umístění.|{n} chybějících položek se odepíše z umístění.",
    ),
    (item) => !item.isUnexpected && piecesFound(item) === 0,
  ],
  [
    msg(
      "{n} unexpected item is added where it was found.|{n} unexpected items are added where they were found.",
      "{n} neočekávaná položka se přidá tam, kde byla nalezena.|{n} neočekávané položky se přidají tam, kde byly nalezeny.|{n} neočekávaných položek se přidá tam, kde byly nalezeny.",
    ),
    (item) => item.isUnexpected && item.isFound,
  ],
  [
    msg(
      "{n} item is proposed for disposal.|{n} items are proposed for disposal.",
      "{n} položka se navrhne k vyřazení.|{n} položky se navrhnou k vyřazení.|{n} položek se navrhne k vyřazení.",
    ),
    (item) => item.isDisposal,
  ],
  [
    msg(
      "{n} item that was not counted is unchanged.|{n} items that were not counted are unchanged.",
      "{n} nespočítaná položka zůstane beze změny.|{n} nespočítané položky zůstanou beze změny.|{n} nespočítaných položek zůstane beze změny.",
    ),
    (item) => !item.isUnexpected && piecesFound(item) === null,
  ],
];

const NOTHING = msg(
  "{n} item is as expected: no changes.|{n} items are as expected: no changes.",
  "{n} položka souhlasí: nic se nezmění.|{n} položky souhlasí: nic se nezmění.|{n} položek souhlasí: nic se nezmění.",
);

/** What closing does, a sentence each; an item may be in two of them. */
export function effectsOf(items: readonly InventoryItem[]): readonly string[] {
  const lines = EFFECTS.map(([words, is]) => [words, items.filter(is).length] as const)
    .filter(([, count]) => count > 0)
    .map(([words, count]) => plural(count, words));
  return lines.length > 0 ? lines : [plural(items.length, NOTHING)];
}
