import { beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { freshServer } from "../harness/server.ts";
import { queueOf } from "./queue.ts";

// POST /api/locations/{id}/print and …/bulk-labels: labels of locations go through the queue as those of articles do.

const ZPL = 3;
const TEMPLATE =
  "^XA^FO10,10^FD{{code}}|{{name}}|{{path}}|{{tenant}}|{{oid}}^FS^FO10,50^FD{{date}} {{time}}^FS^XZ";

const server = freshServer();
const { admin, user } = server;
let labelFormatId: number;
beforeEach(async () => {
  const format = { name: "Shelf", template: TEMPLATE, printerTypeId: ZPL, subject: "location" };
  labelFormatId = (await admin.post("/api/printingformats", format)).body.oid;
});

/** The third printer is switched off, so the labels wait. */
const printerId = 3;
const print = (id: number, body: object = {}, headers = {}, client = user) =>
  client.post(`/api/locations/${id}/print`, { printerId, labelFormatId, ...body }, headers);
const printBelow = (id: number, body: object = {}, headers = {}) =>
  user.post(`/api/locations/${id}/bulk-labels`, { printerId, labelFormatId, ...body }, headers);
const queued = () => queueOf(server).map(({ articleId, locationId }) => ({ articleId, locationId }));

/** The value of a ZPL field, without its escapes. */
const unescaped = (data: Buffer) =>
  data
    .toString()
    .replace(/_([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

test("a label of a location waits in the queue with the location, its values and no article", async () => {
  const response = await print(4, { copies: 2 });
  expect(response).toMatchObject({ status: 201, body: { stateId: 1 } });
  const [stored] = queueOf(server);
  expect(stored).toMatchObject({ articleId: null, locationId: 4, labelFormatId, printerId, copies: 2 });
  const path = "Main building / Ground floor / Skladová hala č. 1";
  expect(unescaped(stored?.data ?? Buffer.of())).toMatch(
    new RegExp(
      String.raw`\^FDB1-G-01\|Skladová hala č. 1\|${path}\|[^|]+\|4\^FS.*\^FD\d{4}-\d\d-\d\d \d\d:\d\d\^FS.*\^PQ2`,
    ),
  );
  const shown = await user.get(`/api/printrequests/${response.body.oid}`);
  const location = { code: "B1-G-01", name: "Skladová hala č. 1" };
  expect(shown.body).toMatchObject({ articleId: null, article: null, locationId: 4, location });
  await print(5);
  const listed = await user.get("/api/printrequests?locationId=4");
  expect(listed.body).toMatchObject([{ oid: response.body.oid, location }]);
});

test("the request's tag changes when its location is renamed", async () => {
  const { oid } = (await print(4)).body;
  const tag = (await user.get(`/api/printrequests/${oid}`)).headers.get("etag") ?? "";
  await admin.put("/api/locations/4", { name: "Hala" });
  const shown = await user.get(`/api/printrequests/${oid}`, { "If-None-Match": tag });
  expect(shown).toMatchObject({ status: 200, body: { location: { name: "Hala" } } });
});

test("an unknown, a deleted and another tenant's location are 404", async () => {
  const { oid } = (await admin.post("/api/locations", { name: "Gone", code: "G" })).body;
  await admin.delete(`/api/locations/${oid}`);
  for (const id of [9999, oid, 41]) {
    expect((await print(id)).status).toBe(404);
    expect((await printBelow(id)).status).toBe(404);
  }
  expect(queued()).toEqual([]);
});

test.each([
  ["an unknown printer and format", { printerId: 0, labelFormatId: 0 }, ["printerId", "labelFormatId"]],
  ["another tenant's printer", { printerId: 5 }, ["printerId"]],
  ["another tenant's format", { labelFormatId: 5 }, ["labelFormatId"]],
  ["an inactive printer", { printerId: 4 }, ["printerId"]],
  ["a printer of another type", { printerId: 2 }, ["labelFormatId"]],
  ["a format of articles", { labelFormatId: 1 }, ["labelFormatId"]],
  ["copies 0", { copies: 0 }, ["copies"]],
])("%s is 400 at the field, for one location and for many", async (_, body, paths) => {
  for (const response of [await print(4, body), await printBelow(2, body)]) {
    expect(refusal(response)).toEqual([400, ...paths]);
  }
  expect(queued()).toEqual([]);
});

test("a format of locations prints no article, alone or in bulk", async () => {
  const body = { printerId, labelFormatId };
  const one = await user.post("/api/pda/printing/print", { ...body, articleId: 1 });
  const many = await user.post("/api/articles/bulk-labels", { ...body, ids: [1] });
  for (const response of [one, many]) {
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      { path: "labelFormatId", message: "is made for labels of locations" },
    ]);
  }
});

test("the quota is that of labels of articles", async () => {
  const ids = Array.from({ length: 50 }, (_, index) => index + 1);
  const all = { ids, copies: 1000, printerId, labelFormatId: 1 };
  expect((await user.post("/api/articles/bulk-labels", all)).status).toBe(200);
  for (const refused of [await print(4, { copies: 1000 }), await printBelow(2, { copies: 1000 })]) {
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).not.toBeNull();
  }
  expect(queued().filter(({ locationId }) => locationId !== null)).toEqual([]);
});

describe("of a location and all below it", () => {
  const add = async (name: string, code: string | null, parentLocationId: number | null = null) =>
    (await admin.post("/api/locations", { name, code, parentLocationId })).body.oid as number;

  test("labels come in the walking order, parents first, and none of a deleted location", async () => {
    const rack = await add("Rack 1", "R1");
    const ten = await add("Shelf 10", "R1-10", rack);
    const two = await add("Shelf 2", "R1-2", rack);
    const box = await add("Box", "R1-2-B", two);
    const gone = await add("Shelf 4", "R1-4", rack);
    await admin.delete(`/api/locations/${gone}`);
    const response = await printBelow(rack, { copies: 2 });
    expect(response).toMatchObject({ status: 200, body: { added: 4, refused: 0 } });
    expect(queueOf(server).map(({ locationId, copies }) => [locationId, copies])).toEqual(
      [rack, two, box, ten].map((oid) => [oid, 2]),
    );
  });

  test("locations without a code get no label, and are listed", async () => {
    const rack = await add("Rack 1", "R1");
    const bare = await add("Shelf 3", null, rack);
    const reason = "The location has no code.";
    expect((await printBelow(rack)).body).toMatchObject({
      ...{ added: 1, refused: 1 },
      refusals: [{ oid: bare, article: null, location: "Shelf 3", reason }],
    });
    expect(queued()).toEqual([{ articleId: null, locationId: rack }]);
  });

  test("they are those that a single request prints", async () => {
    await print(4);
    await printBelow(4);
    const [single, bulk] = queueOf(server);
    expect(bulk?.data.toString()).toBe(single?.data.toString());
  });

  test("more than 50 000 labels are 400, and there is no job", async () => {
    for (let n = 0; n < 11; n++)
      await admin.post("/api/locations", { name: `Shelf ${n}`, parentLocationId: 1 });
    const response = await printBelow(1, { copies: 1000 });
    expect(refusal(response)).toEqual([400, ""]);
    expect(queued()).toEqual([]);
  });
});
