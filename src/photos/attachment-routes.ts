import { z } from "zod";
import { getArticle } from "../articles/article.ts";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { formId, pathId } from "../http/endpoint/fields.ts";
import {
  addAttachment,
  deleteAttachment,
  getAttachment,
  listAttachments,
  storeAttachment,
} from "./attachment.ts";
import type { PhotoDependencies } from "./files.ts";
import { articleSubject } from "./photo.ts";
import { Attachment } from "./shapes.ts";
import * as store from "./store.ts";

const OF_ARTICLE = "/api/articles/{id}/attachments";
const ONE = "/api/attachments/{oid}";

/** Files attached to articles. */
export function attachmentRoutes(dependencies: PhotoDependencies): Endpoint[] {
  return [...reading(dependencies), ...writing(dependencies)];
}

function reading({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  const { db } = storage;
  return [
    query("GET", OF_ARTICLE, {
      operationId: "listAttachments",
      area: "articles",
      permission: "work",
      summary: "The files attached to an article, newest first",
      params: { id: pathId() },
      response: z.array(Attachment),
      tables: ["photo", "article"],
      run({ params }, { tenantId }) {
        const { oid } = getArticle(db, tenantId, params.id);
        return { kind: "json", body: listAttachments(db, tenantId, oid) };
      },
    }),
    query("GET", ONE, {
      operationId: "getAttachment",
      permission: "work",
      summary: "The file, as it was uploaded",
      description: "`Content-Disposition` has its name. A browser saves it and runs nothing of it.",
      params: { oid: pathId() },
      response: z.file(),
      async run({ params }, { tenantId }) {
        const { file, fileName, contentType, change } = getAttachment(db, tenantId, params.oid);
        const found = await files.find(file);
        if (found === null) throw new NotFound(msg("The file of this attachment is missing."));
        return { kind: "file", ...found, contentType, fileName, version: { change } };
      },
    }),
  ];
}

function writing({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  const { db } = storage;
  return [
    command("POST", "/api/attachments", {
      operationId: "addAttachment",
      permission: "manage",
      summary: "Attaches a file to an article",
      description:
        "PDF, JPG or PNG, detected from the bytes, up to 20 MiB. It is stored as it is, under its name without path and with the extension of its type.",
      status: 201,
      file: "file",
      body: { articleId: formId() },
      response: Attachment,
      errors: { 400: "empty, damaged, or the article has 100 attachments", 415: "not a PDF, JPG or PNG" },
      prepare: ({ upload, body }, { tenantId }) =>
        storeAttachment(files, upload?.file.path ?? "", () => {
          articleSubject(db, tenantId, body.articleId);
        }),
      run(tx, { upload, body }, principal, { prepared }) {
        const { tenantId } = principal;
        articleSubject(tx, tenantId, body.articleId);
        const oid = addAttachment(tx, principal, body.articleId, prepared, upload?.file.name);
        const added = store.attachment.first(tx, { tenantId, oid });
        if (added === null) throw new Error("the attachment just added is gone");
        const version = { change: added.change };
        return { kind: "json", body: added.json, version, location: `/api/attachments/${oid}` };
      },
    }),
    command("DELETE", ONE, {
      operationId: "deleteAttachment",
      permission: "manage",
      summary: "Removes an attachment",
      params: { oid: pathId() },
      record: (tx, { params }, { tenantId }) => getAttachment(tx, tenantId, params.oid),
      run: (tx, _, __, { record }) => deleteAttachment(tx, record),
    }),
  ];
}
