import { CUSTODY_KINDS } from "../domain/custody.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { command, type Endpoint } from "../http/endpoint/endpoint.ts";
import { formId, oneOf } from "../http/endpoint/fields.ts";
import type { PhotoDependencies } from "../photos/files.ts";
import { addPhoto, storePicture } from "../photos/photo.ts";
import { ArticlePhoto } from "../photos/shapes.ts";
import { addedArticlePhoto, PHOTO_UPLOAD, WRONG_TYPE } from "../photos/upload.ts";
import type { Db } from "../storage/database/statement.ts";
import type { CustodyRecord } from "./custody.ts";
import * as store from "./store.ts";

/** Uploads of photos of an article's condition. */
export function custodyPhotoRoutes({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  return [
    command(
      "POST",
      "/api/photocustody",
      {
        operationId: "addCustodyPhoto",
        ...PHOTO_UPLOAD,
        summary: "Adds the photo of the condition at the hand-over or return",
        description: `It is also a photo of the article. A later one takes its place in the custody. ${PHOTO_UPLOAD.description}`,
        body: {
          custodyId: formId(),
          kind: oneOf(CUSTODY_KINDS).describe("`start`: at the hand-over; `end`: at the return"),
        },
        response: ArticlePhoto,
        errors: { 400: "empty, damaged or too many pixels", ...WRONG_TYPE },
        prepare: ({ upload, body }, { tenantId }) =>
          storePicture(files, upload?.file.path ?? "", () => {
            custodySubject(storage.db, tenantId, body.custodyId);
          }),
      },
      (tx, { body, upload }, principal, { prepared }) => {
        const { oid, articleId } = custodySubject(tx, principal.tenantId, body.custodyId);
        const photoId = addPhoto(tx, principal, { articleId }, prepared, upload?.file.name);
        store.setPhoto[body.kind].run(tx, { oid, photoId, change: tx.change });
        return addedArticlePhoto(tx, principal.tenantId, photoId);
      },
    ),
  ];
}

/** Throws Invalid for an unknown custody. */
function custodySubject(db: Db, tenantId: number, oid: number): CustodyRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null) throw Invalid.field("custodyId", msg("names no existing record"));
  return found;
}
