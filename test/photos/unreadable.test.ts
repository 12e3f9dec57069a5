import { rmSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { photoFilesOf } from "../backup/copies.ts";
import { startServer } from "../harness/server.ts";
import { attach, createPdf } from "./attach.ts";
import { createJpeg, upload } from "./uploads.ts";

test.each([
  // A copy of the folder may lack a file that was uploaded during the copy.
  ["a file that is missing", 404, () => {}],
  ["a file that can't be read", 500, (path: string) => symlinkSync(path, path)],
])("%s gives %i, of a photo, its thumbnail and an attachment", async (_, status, replace) => {
  const { manager, user, folder } = await startServer();
  const { body: photo } = await upload(user, 111, await createJpeg());
  const { body: attachment } = await attach(manager, 1, createPdf());
  for (const path of photoFilesOf(folder)) {
    rmSync(path);
    replace(path);
  }
  for (const url of [photo.url, photo.thumbnailUrl, attachment.url])
    expect((await user.get(url)).status).toBe(status);
});
