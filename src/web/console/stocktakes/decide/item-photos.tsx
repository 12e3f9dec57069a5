import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { listInventoryItemPhotos } from "../../../api/console/photos.ts";
import { getPhoto, getPhotoThumbnail } from "../../../api/photos.ts";
import type { Photo } from "../../../api/types/endpoints.d.ts";
import { Picture } from "../../../articles/picture.tsx";
import { t, when } from "../../../i18n/translate.ts";
import { Dialog } from "../../layout/dialog.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";

/** The stream tells nothing of photos. */
const EVERY_S = 20;

/** The photos that were taken of an item; one is shown large when it is pressed. */
export function ItemPhotos({ itemId, name }: { readonly itemId: number; readonly name: string }) {
  const { body } = useLiveQuery(listInventoryItemPhotos({ inventoryItemId: itemId }), {
    everySeconds: EVERY_S,
  });
  const [large, setLarge] = useState<Photo | null>(null);
  if (body === null || body.length === 0) return null;
  const nameOf = ({ createdBy, createdDT }: Photo) =>
    t(TEXTS.photo, { name, createdBy, at: when(createdDT) });
  return (
    <section aria-labelledby="item-photos">
      <h3 id="item-photos">{t(TEXTS.title)}</h3>
      <div class="row item-photos">
        {body.map((photo) => (
          <button key={photo.oid} type="button" class="plain" onClick={() => setLarge(photo)}>
            <Picture photo={getPhotoThumbnail({ oid: photo.oid })} alt={nameOf(photo)} />
          </button>
        ))}
      </div>
      {large !== null && (
        <Dialog title={nameOf(large)} onClose={() => setLarge(null)} leave={t(TEXTS.close)}>
          <div class="item-photo-large">
            <Picture photo={getPhoto({ oid: large.oid })} alt={nameOf(large)} />
          </div>
        </Dialog>
      )}
    </section>
  );
}

const TEXTS = {
  title: msg("Photos"),
  photo: msg("{name}, {createdBy}, {at}"),
  close: msg("Close"),
};
