import { z } from "zod";
import { getArticle } from "../articles/article.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { formId, pathId } from "../http/endpoint/fields.ts";
import type { PhotoDependencies } from "./files.ts";
import { addPhoto, articleSubject, listArticlePhotos, storePicture } from "./photo.ts";
import { ArticlePhoto } from "./shapes.ts";
import { addedArticlePhoto, PHOTO_UPLOAD, WRONG_TYPE } from "./upload.ts";

/** Uploads and lists of photos of articles. */
export function articlePhotoRoutes({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  const { db } = storage;
  return [
    query(
      "GET",
      "/api/photoarticle/{articleId}",
      {
        operationId: "listArticlePhotos",
        scope: "articles:read",
        permission: "work",
        summary: "The photos of an article, newest first: the first is its main photo",
        params: { articleId: pathId() },
        response: z.array(ArticlePhoto),
        tables: ["photo", "article"],
      },
      ({ params }, { tenantId }) => {
        const { oid } = getArticle(db, tenantId, params.articleId);
        return { kind: "json", body: listArticlePhotos(db, tenantId, oid) };
      },
    ),
    command(
      "POST",
      "/api/photoarticle",
      {
        operationId: "addArticlePhoto",
        scope: "articles:write",
        takesSubmissionToken: true,
        ...PHOTO_UPLOAD,
        summary: "Adds a photo to an article",
        body: { articleId: formId() },
        response: ArticlePhoto,
        errors: { 400: "empty, damaged or too many pixels", ...WRONG_TYPE },
        prepare: ({ upload, body }, { tenantId }) =>
          storePicture(files, upload?.file.path ?? "", () => {
            articleSubject(db, tenantId, body.articleId);
          }),
      },
      (tx, { upload, body }, principal, { prepared }) => {
        const subject = articleSubject(tx, principal.tenantId, body.articleId);
        const oid = addPhoto(tx, principal, subject, prepared, upload?.file.name);
        return addedArticlePhoto(tx, principal.tenantId, oid);
      },
    ),
  ];
}
