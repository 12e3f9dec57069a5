import { expect, test } from "vitest";
import { listCurrentPhotos } from "../../src/ops/backup/download/archive.ts";
import { getPhoto } from "../../src/photos/photo.ts";
import { markDeleted } from "../../src/photos/store.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { startServer } from "../harness/server.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { addPhotos } from "./copies.ts";

/** Keeps the reader thread busy for a moment, so that the next read is late. */
function occupy({ reader }: Storage): Promise<unknown> {
  const sql =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT max(i) FROM n";
  return reader.rows({ sql, values: [], reads: [] });
}
const namesOf = async (listing: ReturnType<typeof listCurrentPhotos>) =>
  [
    ...(
      await (
        await listing
      ).measure(
        async () => 1,
        (bytes) => bytes,
      )
    ).each(),
  ].map(({ name }) => name);

test("a photo deleted between the snapshot and the listing of the files is in the list, one deleted before is not", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const [before = 0, after = 0] = await addPhotos(server, 2);
  const files = [before, after].map((oid) => getPhoto(storage.db, 1, oid).file);
  expect((await server.manager.delete(`/api/photos/${before}`)).status).toBe(204);
  const busy = occupy(storage);
  const listing = listCurrentPhotos(storage);
  await storage.write(1, (tx) =>
    markDeleted.run(tx, { tenantId: 1, oid: after, deletedDT: tx.now, change: tx.change }),
  );
  const names = await namesOf(listing);
  await busy;
  expect(names).toContain(files[1]);
  expect(names).not.toContain(files[0]);
});

test("a picture so small that it is its own thumbnail is listed once", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const { body } = await upload(server.user, 101, await createJpeg(64, 48));
  const { file, thumbnail } = getPhoto(storage.db, 1, body.oid);
  expect(thumbnail).toBe(file);
  const names = await namesOf(listCurrentPhotos(storage));
  expect(names.filter((name) => name === file)).toEqual([file]);
});
