import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { PhotoSubject } from "../../../db/outbox-shapes.ts";
import { t } from "../../../i18n/translate.ts";
import { queueCommand } from "../../../offline/outbox/commands.ts";
import { PickPhoto } from "../../../ui/pick-photo.tsx";
import type { ItemNow } from "../current-count.ts";

/** Queues a photo of an item. It is sent after the counts. Throws errors of the storage. */
export async function storeItemPhoto(item: ItemNow, file: Blob): Promise<void> {
  const of: PhotoSubject = item.itemId === null ? { articleId: item.articleId } : { itemId: item.itemId };
  const fileName = `${item.code ?? item.articleId}.jpg`;
  await queueCommand({ kind: "photo", of, file, fileName }, t(TEXTS.photoOf, { name: item.name }));
}

/** Takes a photo of an item. */
export function ItemPhoto({ item }: { readonly item: ItemNow }) {
  const [status, setStatus] = useState<string | null>(null);
  return (
    <div>
      <div class="stack">
        <PickPhoto
          onPhoto={(file) => storeItemPhoto(item, file)}
          onEnd={(problem) => setStatus(problem ?? t(TEXTS.kept))}
        />
      </div>
      <p role="status">{status}</p>
    </div>
  );
}

const TEXTS = {
  photoOf: msg("Photo of {name}"),
  kept: msg("Photo saved. It will be sent."),
};
