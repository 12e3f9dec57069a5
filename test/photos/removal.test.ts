import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeDeletedPhotos } from "../../src/photos/cleanup.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { freshServer } from "../harness/server.ts";
import { createJpeg, upload } from "./uploads.ts";

const server = freshServer();
const { user } = server;

/** Looks at the folder as if all that is deleted were in no generation any more. */
const settled = (storage: Storage): Storage => ({ ...storage, removableBefore: () => "9999" });
const removal = (of = settled(server.appliance.dependencies.storage)) =>
  removeDeletedPhotos(of, server.appliance.dependencies.photos);
const fileOf = (name: string) => join(server.folder, "photos", name.slice(0, 2), name);

async function addPhoto(bytes: Buffer): Promise<{ url: string; files: string[] }> {
  const { body } = await upload(user, 111, bytes);
  const row = server.appliance.dependencies.storage.db
    .query<{ file: string; thumbnail: string }>(
      { sql: "SELECT file, thumbnail FROM photo WHERE oid = ?", reads: ["photo"] },
      [body.oid],
    )
    .get(body.oid);
  return { url: body.url, files: [fileOf(row?.file ?? ""), fileOf(row?.thumbnail ?? "")] };
}
const there = (files: readonly string[]) => files.map((file) => existsSync(file));

test("a deleted photo's files stay while a generation of the database still shows the photo", async () => {
  const { url, files } = await addPhoto(await createJpeg());
  expect((await user.delete(url)).status).toBe(204);
  await server.restart();
  expect(await removal(server.appliance.dependencies.storage)).toBe(0);
  expect(there(files)).toEqual([true, true]);
});

test("the files are removed after that, and only once", async () => {
  const { url, files } = await addPhoto(await createJpeg());
  expect((await user.delete(url)).status).toBe(204);
  await server.restart();
  expect(await removal()).toBe(1);
  expect(there(files)).toEqual([false, false]);
  expect(await removal()).toBe(0);
  expect((await server.user.get(url)).status).toBe(404);
});

test("more deleted photos than one step removes go in one run", async () => {
  const { url } = await addPhoto(await createJpeg());
  await user.delete(url);
  await server.appliance.dependencies.storage.write(1, (tx) => {
    const columns = server.appliance.dependencies.storage.db
      .query<{ name: string }>(
        { sql: "SELECT name FROM pragma_table_info('photo') WHERE name <> 'oid'", reads: [] },
        [],
      )
      .all()
      .map(({ name }) => name);
    const sql = `INSERT INTO photo (${columns.join(", ")}) SELECT ${columns.join(", ")}
      FROM photo, (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 120) SELECT value FROM n)
      WHERE photo.oid = (SELECT max(oid) FROM photo)`;
    tx.query({ sql, reads: [] }, []).run();
    tx.recordWrite("photo");
  });
  await server.restart();
  expect(await removal()).toBe(121);
});

test("a file of several photos is removed with the last of them", async () => {
  const bytes = await createJpeg();
  const [one, two] = [await addPhoto(bytes), await addPhoto(bytes)];
  expect(one.files).toEqual(two.files);
  await user.delete(one.url);
  await server.restart();
  expect(await removal()).toBe(1);
  expect((await user.get(two.url)).status).toBe(200);
  await user.delete(two.url);
  expect(await removal()).toBe(1);
  expect(there(two.files)).toEqual([false, false]);
});

test("a picture that was uploaded again within the hour stays", async () => {
  const { url, files } = await addPhoto(await createJpeg());
  await user.delete(url);
  expect(await removal()).toBe(0);
  expect(there(files)).toEqual([true, true]);
});

test("no file is removed while a backup leases the folder", async () => {
  const { url, files } = await addPhoto(await createJpeg());
  await user.delete(url);
  await server.restart();
  const held = server.appliance.dependencies.storage.leaseSnapshot();
  expect(await removal(server.appliance.dependencies.storage)).toBe(0);
  held.release();
  expect(there(files)).toEqual([true, true]);
});
