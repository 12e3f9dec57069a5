import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt } from "jose";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "./harness/client.ts";
import { type DemoProcess, startDemo } from "./harness/demo-process.ts";
import { createCheck, type Description } from "./harness/description.ts";
import { quarters } from "./photos/samples.ts";
import { createPhonePhoto, upload } from "./photos/uploads.ts";

// The main use, from end to end, against the demo in a process of its own. Each step continues where the last one ended.

let folder: string;
let demo: DemoProcess;
let check: ReturnType<typeof createCheck>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallybox-scenario-"));
  demo = await startDemo(folder);
  const description = await (await fetch(`${demo.url}/api/openapi.json`)).json();
  check = createCheck(description as Description);
});
afterAll(async () => {
  await demo.end("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const as = (token: string | null) => new Client(demo.url, token, check);
const logInAtConsole = async (userName: string) => {
  const login = { userName, password: `${userName}-demo` };
  return as((await as(null).post("/api/pwa-auth/login-password", login)).body.accessToken);
};

/** Results of one step that the next one needs. */
const known = { code: "", deviceToken: "", deviceId: 0, deviceSession: "", session: "", photo: "" };
interface Item {
  readonly oid: number;
  readonly articleId: number;
  readonly quantity: number;
  readonly locationId: number;
  readonly article: { readonly code: string };
}
let items: Item[] = [];

test("an Admin creates a one-time code for a new terminal", async () => {
  const response = await (await logInAtConsole("admin")).post("/api/device-auth/generate-code");
  expect(response.status).toBe(200);
  expect(response.body.qrContent).toBe(`TALLY-DEV:${response.body.code}`);
  known.code = response.body.qrContent;
});

test("the terminal scans it and is paired, once", async () => {
  const body = { code: known.code, deviceName: "Dock terminal" };
  const response = await as(null).post("/api/device-auth/activate", body);
  expect(response.status).toBe(200);
  expect(Date.parse(response.body.expiresAt)).toBeGreaterThan(Date.now() + 89 * 24 * 3_600_000);
  [known.deviceToken, known.deviceId] = [response.body.deviceToken, response.body.deviceTokenId];
  expect((await as(null).post("/api/device-auth/activate", body)).status).toBe(400);
});

test("the terminal exchanges its device token for a session", async () => {
  const response = await as(null).post("/api/device-auth/exchange", { deviceToken: known.deviceToken });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ expiresIn: 28_800, user: { id: 1, userName: "admin" } });
  known.deviceSession = response.body.accessToken;
});

test("its user picks a name, mistypes the PIN, then logs in with it", async () => {
  const terminal = as(known.deviceSession);
  const { body: users } = await terminal.get("/api/pda/users");
  expect(users).toContainEqual({ id: 3, userName: "user", fullName: "Uma Svoboda" });
  expect((await terminal.post("/api/pda/users/login", { userId: 3, pin: "3334" })).status).toBe(401);
  const response = await terminal.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ id: 3, fullName: "Uma Svoboda", tenantId: 1, roles: ["User"] });
  known.session = response.body.accessToken;
  expect(decodeJwt(known.session)).toMatchObject({ sub: "3", device_id: known.deviceId, role: ["User"] });
  expect((await as(known.session).get("/api/me")).body.fullName).toBe("Uma Svoboda");
});

test("the user lists the inventories and finds one that waits for its start", async () => {
  const { body } = await as(known.session).get("/api/inventories");
  expect(body.map(({ oid }: { oid: number }) => oid)).toEqual([1, 2, 3, 4, 5, 6, 9]);
  const { body: inventory } = await as(known.session).get("/api/inventories/2");
  expect(inventory.inventoryState).toEqual({ oid: 2, name: "Waiting for start" });
});

test("a count before the start is refused; the user starts it, a second start is refused", async () => {
  const terminal = as(known.session);
  items = (await terminal.get("/api/inventories/2/items")).body;
  expect(items).toHaveLength(50);
  const early = { oid: items[0]?.oid, inventoryQuantity: 1 };
  expect((await terminal.put("/api/inventories/items/update", early)).status).toBe(400);
  const started = await terminal.put("/api/inventories/2/start");
  expect(started.status).toBe(200);
  expect(started.body.inventoryState).toEqual({ oid: 3, name: "In progress" });
  const again = await terminal.put("/api/inventories/2/start", undefined, { "Accept-Language": "cs" });
  expect(again.status).toBe(400);
  expect(again.body.message).toContain("Probíhá");
});

test("the user scans labels in a room and counts the articles there", async () => {
  const terminal = as(known.session);
  const [first, second, third] = items;
  if (!first || !second || !third) throw new Error("too few items");
  const { body: article } = await terminal.get(`/api/articles/getbycode?code=${first.article.code}`);
  expect(article.oid).toBe(first.articleId);
  const room = `/api/inventories/2/items/findByLocation?locationId=${first.locationId}`;
  expect((await terminal.get(room)).body).toContainEqual(first);
  const count = (item: Item, body: object) =>
    terminal.put(
      "/api/inventories/items/update",
      { oid: item.oid, ...body },
      { "Idempotency-Key": `count ${item.oid}` },
    );
  const found = await count(first, {
    inventoryQuantity: first.quantity,
    inventoryLocationId: first.locationId,
  });
  expect(found.status).toBe(200);
  expect(found.body).toMatchObject({ inventoryQuantity: first.quantity, isFound: true });
  // The network fails, and the terminal sends the operation again.
  expect(
    (await count(first, { inventoryQuantity: first.quantity, inventoryLocationId: first.locationId })).text,
  ).toBe(found.text);
  expect((await count(second, { inventoryQuantity: 0, note: "not there" })).body.isFound).toBe(false);
  const broken = { inventoryQuantity: 1, isDisposal: true, disposalReasonId: 1 };
  expect((await count(third, broken)).body).toMatchObject({ ...broken, isFound: true });
  const stranger = await terminal.post("/api/inventories/2/items", { articleId: 499, inventoryQuantity: 1 });
  expect(stranger.status).toBe(201);
  expect(stranger.body).toMatchObject({ isUnexpected: true, inventoryLocationId: first.locationId });
  const progress = { total: 50, counted: 3, found: 2, missing: 1, unexpected: 1 };
  expect((await terminal.get("/api/inventories/2/progress")).body).toEqual(progress);
});

test("the history names the user and the terminal, and is not readable for role User", async () => {
  const path = `/api/inventories/items/${items[0]?.oid}/history`;
  expect((await as(known.session).get(path)).status).toBe(403);
  const { body } = await (await logInAtConsole("manager")).get(path);
  expect(body).toHaveLength(1);
  expect(body[0]).toMatchObject({
    user: { id: 3, fullName: "Uma Svoboda" },
    device: { id: known.deviceId, name: "Dock terminal" },
    before: { inventoryQuantity: null, isFound: false },
    after: { inventoryQuantity: items[0]?.quantity, isFound: true },
  });
});

test("the user attaches a photo of a broken article: it is stored upright and without coordinates", async () => {
  const terminal = as(known.session);
  const photo = await createPhonePhoto(quarters(1600, 1200));
  const response = await upload(terminal, items[2]?.oid ?? 0, photo, "IMG_0001.JPG");
  expect(response.status).toBe(201);
  expect(response.body).toMatchObject({
    fileName: "IMG_0001.jpg",
    width: 1200,
    height: 1600,
    createdBy: "user",
  });
  known.photo = response.body.url;
  expect((await terminal.get(`/api/photoarticleinventory/${items[2]?.oid}`)).body).toEqual([response.body]);
  const image = await sharp((await terminal.get(known.photo)).bytes).metadata();
  expect({ width: image.width, height: image.height, exif: image.exif }).toEqual({
    width: 1200,
    height: 1600,
  });
});

test("the user prints a new label", async () => {
  const terminal = as(known.session);
  const [printer] = (await terminal.get("/api/printingprinters")).body.filter(
    ({ oid }: { oid: number }) => oid === 1,
  );
  const formats: { oid: number; printerTypeId: number }[] = (await terminal.get("/api/printingformats")).body;
  const format = formats.find(({ printerTypeId }) => printerTypeId === printer.printerTypeId);
  const label = {
    articleId: items[2]?.articleId,
    printerId: printer.oid,
    labelFormatId: format?.oid,
    copies: 2,
  };
  const response = await terminal.post("/api/pda/printing/print", label, { "Idempotency-Key": "label" });
  expect(response.status).toBe(201);
  expect(response.body).toEqual({ oid: expect.any(Number), stateId: 1, state: "Waiting" });
  expect((await terminal.post("/api/pda/printing/print", label, { "Idempotency-Key": "label" })).text).toBe(
    response.text,
  );
});

test("the server is killed in the middle of the count: nothing acknowledged is lost", async () => {
  const terminal = as(known.session);
  const rest = items.slice(3, 43);
  const acknowledged: Item[] = [];
  let death: Promise<number | null> | null = null;
  const counts = rest.map(async (item) => {
    const body = { oid: item.oid, inventoryQuantity: item.quantity + 1 };
    const response = await terminal.put("/api/inventories/items/update", body, {
      "Idempotency-Key": `count ${item.oid}`,
    });
    expect(response.status).toBe(200);
    acknowledged.push(item);
    if (acknowledged.length === 10) death = demo.end("SIGKILL");
  });
  // Requests that run at the kill have no response: their effect is unknown until they are sent again.
  await Promise.allSettled(counts);
  expect(await death).toBe(null);
  expect(acknowledged.length).toBeGreaterThanOrEqual(10);
  demo = await startDemo(folder);
  const manager = await logInAtConsole("manager");
  for (const { oid, quantity } of acknowledged) {
    expect((await as(known.session).get(`/api/inventories/items/${oid}`)).body.inventoryQuantity).toBe(
      quantity + 1,
    );
    expect((await manager.get(`/api/inventories/items/${oid}/history`)).body).toHaveLength(1);
  }
  expect((await as(known.session).get(known.photo)).status).toBe(200);
});

test("the terminal sends unacknowledged operations again: each is counted once", async () => {
  const terminal = as(known.session);
  const manager = await logInAtConsole("manager");
  for (const { oid, quantity } of items.slice(3, 43)) {
    const body = { oid, inventoryQuantity: quantity + 1 };
    const response = await terminal.put("/api/inventories/items/update", body, {
      "Idempotency-Key": `count ${oid}`,
    });
    expect(response.status).toBe(200);
    expect((await manager.get(`/api/inventories/items/${oid}/history`)).body).toHaveLength(1);
  }
  const { body } = await terminal.get("/api/inventories/2/progress");
  expect(body).toEqual({ total: 50, counted: 43, found: 42, missing: 1, unexpected: 1 });
});

test("the user finishes, and further counts are refused", async () => {
  const terminal = as(known.session);
  const finished = await terminal.put("/api/inventories/2/finish");
  expect(finished.status).toBe(200);
  expect(finished.body.inventoryState).toEqual({ oid: 5, name: "Finished" });
  const more = { oid: items[0]?.oid, inventoryQuantity: 9 };
  const late = await terminal.put("/api/inventories/items/update", more);
  expect(late.status).toBe(400);
  expect(late.body.message).toContain("Finished");
});

test("SIGTERM ends the server with status 0", async () => {
  expect(await demo.end("SIGTERM")).toBe(0);
  demo = await startDemo(folder);
  expect((await (await logInAtConsole("user")).get("/api/inventories/2")).body.inventoryStateId).toBe(5);
});
