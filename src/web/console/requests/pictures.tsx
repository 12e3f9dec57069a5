import { msg } from "../../../domain/message.ts";
import type { Query } from "../../api/call.ts";
import { listInventoryItemPhotos } from "../../api/console/photos.ts";
import { getPhoto, listArticlePhotos } from "../../api/photos.ts";
import type { ArticlePhoto, Photo } from "../../api/types/endpoints.d.ts";
import { Picture } from "../../articles/picture.tsx";
import { day, t } from "../../i18n/translate.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import type { Row } from "./kind.ts";

/** So many are shown; all of them stand at the article. */
const MOST = 4;

/** The newest photos of what a request is about, those of the count that it came by first; nothing where there are none. */
export function Pictures({ row }: { readonly row: Row }) {
  const { articleId, inventoryItemId = null, name } = row;
  return (
    <div class="request-photos">
      {inventoryItemId !== null && (
        <PicturesOf photos={listInventoryItemPhotos({ inventoryItemId })} name={name} />
      )}
      <PicturesOf photos={listArticlePhotos({ articleId })} name={name} />
    </div>
  );
}

interface PicturesProps {
  readonly photos: Query<readonly (ArticlePhoto | Photo)[]>;
  readonly name: string;
}

function PicturesOf({ photos, name }: PicturesProps) {
  const { body } = useLiveQuery(photos, { follows: ["articles"] });
  const shown = (body ?? []).slice(0, MOST);
  return shown.map(({ oid, createdDT }) => (
    <Picture key={oid} photo={getPhoto({ oid })} alt={t(TEXTS.photo, { name, day: day(createdDT) })} />
  ));
}

const TEXTS = { photo: msg("{name}, {day}") };
