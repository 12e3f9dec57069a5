import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { State } from "../../src/domain/inventory-states.ts";
import { listCurrentPhotos } from "../../src/ops/backup/download/archive.ts";
import { added, faultPaths, oids } from "../articles/samples.ts";
import type { Client } from "../harness/client.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { putIntoState } from "../inventories/inventory-setup.ts";
import { createJpeg, send } from "./uploads.ts";

const server = sharedServer();
const { manager, user } = server;

type Kind = "photoarticle" | "photounknowncode";
const FIELD = { photoarticle: "articleId", photounknowncode: "operationId" } as const;
async function upload(kind: Kind, id: string | number, as: Client = user, fileName = "photo.jpg") {
  const photo = { bytes: await createJpeg(), fileName };
  return send(
    as,
    [
      [FIELD[kind], String(id)],
      ["photo", photo],
    ],
    {},
    `/api/${kind}`,
  );
}
const listOf = (kind: Kind, id: string | number, as: Client = user) => as.get(`/api/${kind}/${id}`);

/** A count of an unknown code. */
async function countUnknownCode(inventoryId = 3): Promise<string> {
  const operationId = randomUUID();
  const now = new Date().toISOString();
  const { body } = await user.post(`/api/inventories/${inventoryId}/counts`, {
    sentAt: now,
    operations: [
      { operationId, kind: "set", quantity: 1, code: `NOBODY-${operationId}`, locationId: 4, at: now },
    ],
  });
  expect(body.receipts[0].result).toBe("unknown");
  return operationId;
}
const addArticle = async (): Promise<number> => (await added(manager, randomUUID())).oid;
const subject = (kind: Kind): Promise<string | number> =>
  kind === "photoarticle" ? addArticle() : countUnknownCode();

const KINDS: Kind[] = ["photoarticle", "photounknowncode"];

test.each(KINDS)(
  "%s: a photo is 201 with its record, listed newest first, and can be downloaded",
  async (kind) => {
    const id = await subject(kind);
    const response = await upload(kind, id, user, "dir/IMG 1.jpeg");
    expect(response.status).toBe(201);
    const { oid } = response.body;
    expect(response.body).toEqual({
      oid,
      [FIELD[kind]]: id,
      fileName: "IMG 1.jpg",
      contentType: "image/jpeg",
      width: 64,
      height: 48,
      size: expect.any(Number),
      createdDT: expect.any(String),
      createdBy: "user",
      url: `/api/photos/${oid}`,
      thumbnailUrl: `/api/photos/${oid}/thumbnail`,
    });
    expect(response.headers.get("location")).toBe(`/api/photos/${oid}`);
    expect((await user.get(response.body.url)).bytes).toHaveLength(response.body.size);
    expect((await user.get(response.body.thumbnailUrl)).status).toBe(200);
    const newer = await upload(kind, id);
    expect((await listOf(kind, id)).body).toEqual([newer.body, response.body]);
  },
);

test.each(KINDS)("%s: a user deletes their own photo, and only a Manager another's", async (kind) => {
  const id = await subject(kind);
  const [own, others] = [await upload(kind, id), await upload(kind, id, manager)];
  expect((await user.delete(others.body.url)).status).toBe(403);
  expect((await user.delete(own.body.url)).status).toBe(204);
  expect((await user.get(own.body.url)).status).toBe(404);
  expect(oids(await listOf(kind, id))).toEqual([others.body.oid]);
  expect((await manager.delete(others.body.url)).status).toBe(204);
});

test.each<[Kind, string]>([
  ["photoarticle", "99999"],
  ["photoarticle", "501"],
  ["photoarticle", "x"],
  ["photounknowncode", "b2e0cbb5-5f4c-4e0d-8a43-0f4f4bd8a111"],
  ["photounknowncode", "1"],
])("%s of %s, which does not exist, is refused and leaves no file", async (kind, id) => {
  const files = server.appliance.dependencies.photos;
  const stored: string[] = [];
  const { put } = files;
  files.put = (bytes, extension) => {
    stored.push(extension);
    return put(bytes, extension);
  };
  const response = await upload(kind, id);
  files.put = put;
  expect(response.status).toBe(400);
  expect(faultPaths(response)).toEqual([FIELD[kind]]);
  expect(stored).toEqual([]);
  expect((await listOf(kind, id)).status).toBe(id === "x" ? 400 : 404);
});

test("another tenant sees neither the photos nor their subjects", async () => {
  const stranger = server.admin2;
  for (const kind of KINDS) {
    const id = await subject(kind);
    const { body } = await upload(kind, id);
    expect((await listOf(kind, id, stranger)).status).toBe(404);
    expect((await upload(kind, id, stranger)).status).toBe(400);
    expect((await stranger.get(body.url)).status).toBe(404);
    expect((await stranger.delete(body.url)).status).toBe(404);
  }
});

test("the UUID of a code is compared in any letter case", async () => {
  const operationId = await countUnknownCode();
  const { body } = await upload("photounknowncode", operationId.toUpperCase());
  expect(body.operationId).toBe(operationId);
  expect(oids(await listOf("photounknowncode", operationId.toUpperCase()))).toEqual([body.oid]);
});

test("a deleted article accepts no photo and shows none", async () => {
  const oid = await addArticle();
  const photo = await upload("photoarticle", oid);
  await manager.delete(`/api/articles/${oid}`);
  expect((await upload("photoarticle", oid)).status).toBe(400);
  expect((await listOf("photoarticle", oid)).status).toBe(404);
  expect((await manager.delete(photo.body.url)).status).toBe(204);
});

test("a count of a known code accepts no photo: its item does", async () => {
  const operationId = randomUUID();
  const now = new Date().toISOString();
  await user.post("/api/inventories/3/counts", {
    sentAt: now,
    operations: [{ operationId, kind: "set", quantity: 1, itemId: 101, at: now }],
  });
  const response = await upload("photounknowncode", operationId);
  expect([response.status, response.body.message]).toEqual([
    400,
    "The code of this operation is known. Add the photo to its item.",
  ]);
});

test("a late count of an unknown code accepts a photo too", async () => {
  const own = await startServer();
  const someone = own.user;
  await putIntoState(own, 3, State.Finished);
  const operationId = randomUUID();
  const at = new Date().toISOString();
  const operation = { operationId, kind: "set", quantity: 1, code: "NOBODY", locationId: 4, at };
  const { body } = await someone.post("/api/inventories/3/counts", { operations: [operation] });
  expect(body.receipts[0].result).toBe("late");
  expect((await upload("photounknowncode", operationId, someone)).status).toBe(201);
});

test("photos of codes can be added and deleted until the inventory is closed", async () => {
  const own = await startServer();
  const someone = own.user;
  const operationId = randomUUID();
  const now = new Date().toISOString();
  await someone.post("/api/inventories/3/counts", {
    sentAt: now,
    operations: [{ operationId, kind: "set", quantity: 1, code: "NOBODY", at: now }],
  });
  const { body } = await upload("photounknowncode", operationId, someone);
  await putIntoState(own, 3, State.Closed);
  expect((await upload("photounknowncode", operationId, someone)).status).toBe(400);
  expect((await someone.delete(body.url)).status).toBe(400);
  expect((await listOf("photounknowncode", operationId, someone)).body).toHaveLength(1);
});

test("a backup holds the photos of every kind", async () => {
  const { storage } = server.appliance.dependencies;
  const articleId = await addArticle();
  await upload("photoarticle", articleId);
  const operationId = await countUnknownCode();
  await upload("photounknowncode", operationId);
  const names: string[] = [];
  const list = await (await listCurrentPhotos(storage)).measure(
    async () => 1,
    () => 1,
  );
  for (const { name } of list.each()) names.push(name);
  const files = storage.db
    .query<{ file: string }>(
      { sql: "SELECT file FROM photo WHERE deleted = 0 AND inventoryItemId IS NULL", reads: [] },
      [],
    )
    .all();
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const { file } of files) expect(names).toContain(file);
});
