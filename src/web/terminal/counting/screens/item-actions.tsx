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
  /** Actions of the verdict. They come first, and replace the label button, which the details have too. */
  readonly children?: ComponentChildren;
}

/** The actions for the item on the card, in one row. */
export function ItemActions({ item, spot, children = null }: ItemActionsProps) {
  const { articleId, key } = item;
  const itemPath = `${articleId}/${encodeURIComponent(key)}`;
  return (
    <div class="verdict-answers">
      {children}
      <CardButton words={TEXTS.note} onTap={() => go(spotPath(spot, `note/${itemPath}`))} />
      {/* A camera app is slow. The photo belongs to this item, even if another one is scanned meanwhile. */}
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
      {children === null && <CardButton words={TEXTS.label} onTap={() => go(printPath(articleId))} />}
      <CardButton words={TEXTS.details} onTap={() => go(spotPath(spot, `details/${itemPath}`))} />
    </div>
  );
}

interface CardButtonProps {
  readonly words: Message | string;
  readonly onTap: () => void;
}

/** A button of the card. */
export function CardButton({ words, onTap }: CardButtonProps) {
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
