import { open, unlink } from "node:fs/promises";
import { join, parse } from "node:path";
import type { Router } from "@koa/router";
import { koaBody } from "koa-body";
import type { Kysely } from "kysely";
import sharp from "sharp";
import type { User } from "./auth.ts";
import type { Tables } from "./database.ts";

const contentType = "image/jpeg";

async function flush(path: string): Promise<void> {
  const file = await open(path);
  await file.sync();
  await file.close();
}

/** The upload: the picture and its thumbnail are made from the file and flushed before the response. */
export function photoRoutes(router: Router<{ user: User }>, db: Kysely<Tables>, folder: string): void {
  router.post("/api/photoarticleinventory", koaBody({ multipart: true }), async (ctx) => {
    const { photo } = ctx.request.files ?? {};
    if (photo === undefined || Array.isArray(photo)) return ctx.throw(400);
    const itemId = Number((ctx.request.body as { inventoryItemId: string }).inventoryItemId);
    const name = crypto.randomUUID();
    const imagePath = join(folder, `${name}.jpg`);
    const thumbnailPath = join(folder, `${name}-thumbnail.jpg`);
    const upright = () => sharp(photo.filepath).autoOrient();
    const [image] = await Promise.all([
      upright()
        .resize(2048, 2048, { fit: "inside", withoutEnlargement: true })
        .jpeg({ quality: 80 })
        .toFile(imagePath),
      upright().resize(320, 320, { fit: "inside" }).jpeg({ quality: 80 }).toFile(thumbnailPath),
    ]);
    await unlink(photo.filepath);
    await Promise.all([flush(imagePath), flush(thumbnailPath)]);
    await flush(folder);
    const { width, height, size } = image;
    const fileName = `${parse(photo.originalFilename ?? "").name}.jpg`;
    const createdDT = new Date().toISOString();
    const createdBy = ctx.state.user.userName;
    const { oid } = await db
      .insertInto("photo")
      .values({ itemId, fileName, contentType, width, height, size, createdDT, createdBy })
      .returning("oid")
      .executeTakeFirstOrThrow();
    const url = `/api/photos/${oid}`;
    const record = {
      oid,
      inventoryItemId: itemId,
      fileName,
      contentType,
      width,
      height,
      size,
      createdDT,
      createdBy,
    };
    ctx.status = 201;
    ctx.body = { ...record, url, thumbnailUrl: `${url}/thumbnail` };
  });
}
