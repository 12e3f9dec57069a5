import { msg } from "../../../domain/message.ts";
import { getPhoto, getPhotoThumbnail, listArticlePhotos } from "../../api/photos.ts";
import { Picture } from "../../articles/picture.tsx";
import { day, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { Page } from "../../ui/page.tsx";

/** The photos of an article, newest first. A tap opens one. */
export function ArticlePhotos({ articleId, name }: { readonly articleId: number; readonly name: string }) {
  const query = useQuery(listArticlePhotos({ articleId }), { follows: true });
  // Photos need a connection.
  if (query.body === null || query.body.length === 0) return null;
  return (
    <QueryBoundary answer={query}>
      {(photos) => (
        <div class="photos">
          {photos.map(({ oid, createdDT }) => (
            <a key={oid} href={`#/photo/${oid}`}>
              <Picture
                photo={getPhotoThumbnail({ oid })}
                alt={t(TEXTS.photo, { name, day: day(createdDT) })}
              />
            </a>
          ))}
        </div>
      )}
    </QueryBoundary>
  );
}

/** `#/photo/:id`: a photo in full size. */
export function PhotoScreen({ id = "" }: Readonly<Record<string, string>>) {
  return (
    <Page title={t(TEXTS.large)} back>
      <div class="photo-large">
        <Picture photo={getPhoto({ oid: Number(id) })} alt={t(TEXTS.large)} />
      </div>
    </Page>
  );
}

const TEXTS = {
  photo: msg("{name}, {day}"),
  large: msg("Photo"),
};
