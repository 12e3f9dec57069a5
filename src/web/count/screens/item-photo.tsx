import { useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";
import type { PhotoSubject } from "../../kept/outbox-shapes.ts";
import { addErrand } from "../../outbox/errands.ts";
import type { ItemNow } from "../now.ts";
import { PickPhoto } from "./pick-photo.tsx";

/** Takes a photo of an item; it is sent apart, after the counts. */
export function ItemPhoto({ item }: { readonly item: ItemNow }) {
  const [said, setSaid] = useState<string | null>(null);
  const of: PhotoSubject = item.itemId === null ? { articleId: item.articleId } : { itemId: item.itemId };
  return (
    <div>
      <div class="stack">
        <PickPhoto
          onPhoto={(file) =>
            addErrand(
              { kind: "photo", of, file, fileName: `${item.code ?? item.articleId}.jpg` },
              t(TEXTS.photoOf, { name: item.name }),
            )
          }
          onEnd={(problem) => setSaid(problem ?? t(TEXTS.kept))}
        />
      </div>
      <p role="status">{said}</p>
    </div>
  );
}

const TEXTS = {
  photoOf: say("Photo of {name}", "Foto: {name}"),
  kept: say("The photo is kept and will be sent.", "Fotka je uložena a odešle se."),
};
