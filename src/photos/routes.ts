import { z } from "zod";
import { getArticle } from "../articles/article.ts";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { assertScope } from "../domain/scopes.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { formId, pathId } from "../http/endpoint/fields.ts";
import type { EndpointResponse } from "../http/endpoint/response.ts";
import type { PhotoDependencies } from "./files.ts";
import {
  addedArticlePhoto,
  addPhoto,
  articleSubject,
  type BeforeDeletion,
  deletePhoto,
  getPhoto,
  listArticlePhotos,
  PHOTO_UPLOAD,
  storePicture,
  WRONG_TYPE,
} from "./photo.ts";
import { ArticlePhoto } from "./shapes.ts";

/** The image files of photos (contract 4.8; decisions, Photos). */
export function photoRoutes(
  { storage, photos: files }: PhotoDependencies,
  beforeDeletion: BeforeDeletion,
): Endpoint[] {
  const { db } = storage;
  const image = async (
    name: string,
    contentType: string,
    change: number,
  ): Promise<EndpointResponse<File>> => {
    const found = await files.find(name);
    if (found === null) throw new NotFound(msg("The file of this photo is missing."));
    return { kind: "file", ...found, contentType, version: { change } };
  };

  return [
    query("GET", "/api/photos/{oid}", {
      operationId: "getPhoto",
      scope: "any",
      permission: "work",
      summary: "The image",
      params: { oid: pathId() },
      response: z.file(),
      run({ params }, principal) {
        const photo = getPhoto(db, principal.tenantId, params.oid);
        assertScope(principal, photo.articleId === null ? "inventories:read" : "articles:read");
        return image(photo.file, photo.contentType, photo.change);
      },
    }),
    query("GET", "/api/photos/{oid}/thumbnail", {
      operationId: "getPhotoThumbnail",
      scope: "any",
      permission: "work",
      summary: "The image, 320 px",
      params: { oid: pathId() },
      response: z.file(),
      run({ params }, principal) {
        const photo = getPhoto(db, principal.tenantId, params.oid);
        assertScope(principal, photo.articleId === null ? "inventories:read" : "articles:read");
        return image(photo.thumbnail, photo.contentType, photo.change);
      },
    }),
    command("DELETE", "/api/photos/{oid}", {
      operationId: "deletePhoto",
      scope: "any",
      permission: "work",
      summary: "Deletes a photo: the caller's own, or any by Manager and Admin",
      description:
        "The photo of the condition at a hand-over or return is deleted by Manager and Admin only; API keys need `custody:write` too. Another one can be added then.",
      params: { oid: pathId() },
      errors: {
        400: "the inventory is Closed or Cancelled",
        403: "another user's photo, or a photo of the condition by a User",
      },
      record: (tx, { params }, { tenantId }) => getPhoto(tx, tenantId, params.oid),
      run(tx, _input, principal, { record }) {
        assertScope(principal, record.articleId === null ? "counts:write" : "articles:write");
        deletePhoto(tx, principal, record, beforeDeletion);
      },
    }),
  ];
}

/** Uploads and lists of photos of articles. */
export function articlePhotoRoutes({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  const { db } = storage;
  return [
    query("GET", "/api/photoarticle/{articleId}", {
      operationId: "listArticlePhotos",
      scope: "articles:read",
      permission: "work",
      summary: "The photos of an article, newest first: the first is its main photo",
      params: { articleId: pathId() },
      response: z.array(ArticlePhoto),
      tables: ["photo", "article"],
      run({ params }, { tenantId }) {
        const { oid } = getArticle(db, tenantId, params.articleId);
        return { kind: "json", body: listArticlePhotos(db, tenantId, oid) };
      },
    }),
    command("POST", "/api/photoarticle", {
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
      run(tx, { upload, body }, principal, { prepared }) {
        const subject = articleSubject(tx, principal.tenantId, body.articleId);
        const oid = addPhoto(tx, principal, subject, prepared, upload?.file.name);
        return addedArticlePhoto(tx, principal.tenantId, oid);
      },
    }),
  ];
}
