import { type Message, msg } from "../../../../domain/message.ts";
import type { ClosePreview } from "../../../api/types/endpoints.d.ts";
import { number, plural, t } from "../../../i18n/translate.ts";

type Kind = Exclude<keyof ClosePreview, "cursor" | "disposals" | "notCounted">;

/** What a close does to the stock of articles, by kind. */
const EFFECTS: readonly (readonly [Kind, Message])[] = [
  [
    "moved",
    msg(
      "{n} article moves to where it was found ({pieces}).|{n} articles move to where they were found ({pieces}).",
      "{n} artikl se přesune tam, kde byl nalezen ({pieces}).|{n} artikly se přesunou tam, kde byly nalezeny ({pieces}).|{n} artiklů se přesune tam, kde byly nalezeny ({pieces}).",
    ),
  ],
  [
    "more",
    msg(
      "{n} article has more pieces than recorded (+{pieces}).|{n} articles have more pieces than recorded (+{pieces}).",
      "{n} artikl má víc kusů, než je evidováno (+{pieces}).|{n} artikly mají víc kusů, než je evidováno (+{pieces}).|{n} artiklů má víc kusů, než je evidováno (+{pieces}).",
    ),
  ],
  [
    "fewer",
    msg(
      "{n} article has fewer pieces than recorded (−{pieces}).|{n} articles have fewer pieces than recorded (−{pieces}).",
      "{n} artikl má méně kusů, než je evidováno (−{pieces}).|{n} artikly mají méně kusů, než je evidováno (−{pieces}).|{n} artiklů má méně kusů, než je evidováno (−{pieces}).",
    ),
  ],
  [
    "added",
    msg(
      "{n} article without recorded stock is added where it was found (+{pieces}).|{n} articles without recorded stock are added where they were found (+{pieces}).",
      "{n} artikl bez evidovaného stavu se přidá tam, kde byl nalezen (+{pieces}).|{n} artikly bez evidovaného stavu se přidají tam, kde byly nalezeny (+{pieces}).|{n} artiklů bez evidovaného stavu se přidá tam, kde byly nalezeny (+{pieces}).",
    ),
  ],
  [
    "removed",
    msg(
      "{n} article has no stock left (−{pieces}).|{n} articles have no stock left (−{pieces}).",
      "{n} artiklu nezůstane žádný stav (−{pieces}).|{n} artiklům nezůstane žádný stav (−{pieces}).|{n} artiklům nezůstane žádný stav (−{pieces}).",
    ),
  ],
];

const TEXTS = {
  disposals: msg(
    "{n} article is proposed for disposal.|{n} articles are proposed for disposal.",
    "{n} artikl se navrhne k vyřazení.|{n} artikly se navrhnou k vyřazení.|{n} artiklů se navrhne k vyřazení.",
  ),
  notCounted: msg(
    "{n} item that was not counted is unchanged.|{n} items that were not counted are unchanged.",
    "{n} nespočítaná položka zůstane beze změny.|{n} nespočítané položky zůstanou beze změny.|{n} nespočítaných položek zůstane beze změny.",
  ),
  nothing: msg("The stock does not change.", "Stav se nezmění."),
};

/** What closing does, a sentence each. */
export function effectsOf(preview: ClosePreview): readonly string[] {
  const lines = EFFECTS.filter(([kind]) => preview[kind].articles > 0).map(([kind, words]) =>
    plural(preview[kind].articles, words, { pieces: number(preview[kind].pieces) }),
  );
  if (lines.length === 0) lines.push(t(TEXTS.nothing));
  if (preview.disposals > 0) lines.push(plural(preview.disposals, TEXTS.disposals));
  if (preview.notCounted > 0) lines.push(plural(preview.notCounted, TEXTS.notCounted));
  return lines;
}
