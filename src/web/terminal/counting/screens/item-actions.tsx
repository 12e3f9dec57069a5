import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Message, msg } from "../../../../domain/message.ts";
import type { PhotoSubject } from "../../../db/outbox-shapes.ts";
import { t } from "../../../i18n/translate.ts";
import { queueCommand } from "../../../offline/outbox/commands.ts";
import { go } from "../../../router/router.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { PickPhoto } from "../../../ui/pick-photo.tsx";
import type { ItemNow } from "../current-count.ts";
import type { Spot } from "../scan.ts";
import { showDone, spotPath } from "./current.ts";

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
      <CardButton label={msg("Note")} onTap={() => go(spotPath(spot, `note/${itemPath}`))} />
      {/* A camera app is slow. The photo belongs to this item, even if another one is scanned meanwhile. */}
      <PickPhoto
        key={key}
        kind="primary"
        onPhoto={(file) => storeItemPhoto(item, file)}
        onEnd={(problem) =>
          showDone(
            spot,
            problem === null ? "camera" : "warning",
            problem ?? t(msg("Photo saved")),
            item.name,
            {
              item,
            },
          )
        }
      />
      {children === null && (
        <CardButton label={msg("Print label", "short")} onTap={() => go(printPath(articleId))} />
      )}
      <CardButton label={msg("More")} onTap={() => go(spotPath(spot, `details/${itemPath}`))} />
    </div>
  );
}

interface CardButtonProps {
  readonly label: Message | string;
  readonly onTap: () => void;
}

/** A button of the card. */
export function CardButton({ label, onTap }: CardButtonProps) {
  return <Button onClick={onTap}>{typeof label === "string" ? label : t(label)}</Button>;
}

/** The print screen of an article. Back leads to the count. */
const printPath = (articleId: number) => `/article/${articleId}/print`;

/** A link to the print screen of an article. */
export function PrintLabel({ articleId }: { readonly articleId: number }) {
  return (
    <div class="stack">
      <ButtonLink kind="secondary" icon="print" href={`#${printPath(articleId)}`}>
        {t(msg("Print label"))}
      </ButtonLink>
    </div>
  );
}

/** Queues a photo of an item. It is sent after the counts. Throws errors of the storage. */
async function storeItemPhoto(item: ItemNow, file: Blob): Promise<void> {
  const of: PhotoSubject = item.itemId === null ? { articleId: item.articleId } : { itemId: item.itemId };
  const fileName = `${item.code ?? item.articleId}.jpg`;
  await queueCommand({ kind: "photo", of, file, fileName }, t(msg("Photo of {name}"), { name: item.name }));
}

/** Takes a photo of an item. */
export function ItemPhoto({ item }: { readonly item: ItemNow }) {
  const [status, setStatus] = useState<string | null>(null);
  return (
    <div>
      <div class="stack">
        <PickPhoto
          onPhoto={(file) => storeItemPhoto(item, file)}
          onEnd={(problem) => setStatus(problem ?? t(msg("Photo saved. It will be sent.")))}
        />
      </div>
      <p role="status">{status}</p>
    </div>
  );
}
