import type { ComponentChildren } from "preact";
import { type Message, msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { PickPhoto } from "../../../ui/pick-photo.tsx";
import type { ItemNow } from "../current-count.ts";
import type { Spot } from "../scan.ts";
import { showDone } from "./current.ts";
import { storeItemPhoto } from "./item-photo.tsx";
import { printPath } from "./print-label.tsx";
import { spotPath } from "./spot-path.ts";

interface ItemActionsProps {
  readonly item: ItemNow;
  readonly spot: Spot;
  /** What the verdict itself offers: first, and in the place of the label, which the details have too. */
  readonly children?: ComponentChildren;
}

/** What the card offers for its item: four buttons in a row. */
export function ItemActions({ item, spot, children = null }: ItemActionsProps) {
  const { articleId, key } = item;
  const about = `${articleId}/${encodeURIComponent(key)}`;
  return (
    <div class="verdict-answers">
      {children}
      <Answer words={TEXTS.note} onTap={() => go(spotPath(spot, `note/${about}`))} />
      {/* A camera app takes its time: the photo is of this item, whatever is scanned meanwhile. */}
      <PickPhoto
        key={key}
        class="button"
        onPhoto={(file) => storeItemPhoto(item, file)}
        onEnd={(problem) =>
          showDone(spot, problem === null ? "camera" : "warning", problem ?? t(TEXTS.photoSaved), item.name, {
            item,
          })
        }
      />
      {children === null && <Answer words={TEXTS.label} onTap={() => go(printPath(articleId))} />}
      <Answer words={TEXTS.details} onTap={() => go(spotPath(spot, `details/${about}`))} />
    </div>
  );
}

interface AnswerProps {
  readonly words: Message | string;
  readonly onTap: () => void;
}

/** A button of the card. */
export function Answer({ words, onTap }: AnswerProps) {
  return (
    <button type="button" onClick={onTap}>
      {typeof words === "string" ? words : t(words)}
    </button>
  );
}

const TEXTS = {
  note: msg("Note"),
  label: msg("Print label", "short"),
  details: msg("More"),
  photoSaved: msg("Photo saved"),
};
