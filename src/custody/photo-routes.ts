import { CUSTODY_KINDS, type CustodyKind } from "../domain/custody.ts";
import { Invalid, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import { command, type Endpoint } from "../http/endpoint/endpoint.ts";
import { formId, oneOf } from "../http/endpoint/fields.ts";
import type { PhotoDependencies } from "../photos/files.ts";
import { addedArticlePhoto, addPhoto, PHOTO_UPLOAD, storePicture, WRONG_TYPE } from "../photos/photo.ts";
import { ArticlePhoto } from "../photos/shapes.ts";
import type { Db } from "../storage/database/statement.ts";
import type { CustodyRecord } from "./custody.ts";
import * as store from "./store.ts";

/** Uploads of photos of an article's condition. */
export function custodyPhotoRoutes({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  return [
    command("POST", "/api/photocustody", {
      operationId: "addCustodyPhoto",
      scope: "custody:write",
      takesSubmissionToken: true,
      ...PHOTO_UPLOAD,
      summary: "Adds the photo of the condition at the hand-over or return",
      description: `It is also a photo of the article. A Manager may replace it with a later one. ${PHOTO_UPLOAD.description}`,
      body: {
        custodyId: formId(),
        kind: oneOf(CUSTODY_KINDS).describe("`start`: at the hand-over; `end`: at the return"),
      },
      response: ArticlePhoto,
      errors: {
        400: "empty, damaged or too many pixels, not taken back yet, or another photo is there",
        ...WRONG_TYPE,
      },
      prepare: ({ upload, body }, { tenantId }) =>
        storePicture(files, upload?.file.path ?? "", () => {
          custodySubject(storage.db, tenantId, body.custodyId);
        }),
      run(tx, { body, upload }, principal, { prepared }) {
        const found = custodySubject(tx, principal.tenantId, body.custodyId);
        assertPlace(principal, found, body.kind);
        const { oid, articleId } = found;
        const photoId = addPhoto(tx, principal, { articleId }, prepared, upload?.file.name);
        store.setPhoto[body.kind].run(tx, { oid, photoId, change: tx.change });
        return addedArticlePhoto(tx, principal.tenantId, photoId);
      },
    }),
  ];
}

/** Throws WrongState where there is no return yet, or a photo that the caller may not replace. */
function assertPlace(principal: Principal, record: CustodyRecord, kind: CustodyKind): void {
  if (kind === "end" && record.endedDT === null)
    throw new WrongState(msg("This article was not taken back yet."));
  const present = kind === "start" ? record.startPhotoId : record.endPhotoId;
  if (present !== null && !may(principal, "manage"))
    throw new WrongState(msg("There is a photo of the condition already. Ask a Manager to replace it."));
}

/** Throws Invalid for an unknown custody. */
function custodySubject(db: Db, tenantId: number, oid: number): CustodyRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null) throw Invalid.field("custodyId", msg("names no existing record"));
  return found;
}
