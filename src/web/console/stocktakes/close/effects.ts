import { type Message, msg } from "../../../../domain/message.ts";
import type { ClosePreview } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";

type Kind = Exclude<keyof ClosePreview, "cursor" | "disposals" | "notCounted">;

/** What a close does to the stock of articles, by kind. */
const EFFECTS: readonly (readonly [Kind, Message<{ n: number; pieces: string }>])[] = [
  [
    "moved",
    msg(
      "{n, plural, one {# article moves to where it was} other {# articles move to where they were}} found ({pieces}).",
    ),
  ],
  [
    "more",
    msg("{n, plural, one {# article has} other {# articles have}} more pieces than recorded (+{pieces})."),
  ],
  [
    "fewer",
    msg("{n, plural, one {# article has} other {# articles have}} fewer pieces than recorded (−{pieces})."),
  ],
  [
    "added",
    msg(
      "{n, plural, one {# article without recorded stock is added where it was} other {# articles without recorded stock are added where they were}} found (+{pieces}).",
    ),
  ],
  ["removed", msg("{n, plural, one {# article has} other {# articles have}} no stock left (−{pieces}).")],
];

const TEXTS = {
  disposals: msg("{n, plural, one {# article is} other {# articles are}} proposed for disposal."),
  notCounted: msg(
    "{n, plural, one {# item that was not counted is} other {# items that were not counted are}} unchanged.",
  ),
  nothing: msg("The stock does not change."),
};

/** What closing does, a sentence each. */
export function effectsOf(preview: ClosePreview): readonly string[] {
  const lines = EFFECTS.filter(([kind]) => preview[kind].articles > 0).map(([kind, words]) =>
    t(words, { n: preview[kind].articles, pieces: number(preview[kind].pieces) }),
  );
  if (lines.length === 0) lines.push(t(TEXTS.nothing));
  if (preview.disposals > 0) lines.push(t(TEXTS.disposals, { n: preview.disposals }));
  if (preview.notCounted > 0) lines.push(t(TEXTS.notCounted, { n: preview.notCounted }));
  return lines;
}
