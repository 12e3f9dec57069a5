import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connection } from "../../../../src/web/box/connection.ts";
import { session } from "../../../../src/web/box/tokens.ts";
import { editWork } from "../../../../src/web/console/articles/bulk/edit-work.ts";
import type { Client } from "../../../harness/client.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { createConsoleSession } from "../log-in.ts";

// The outcome of a bulk edit, and of its Undo, where responses are lost.

const DISPOSED = { fields: { stateId: 0, responsibleUserId: 2 }, locationId: 4 };
const item = { oid: 72, code: null, name: "" };
const path = `/api/articles/${item.oid}`;
const LOST = new TypeError("Failed to fetch");
let server: TestServer;
let manager: Client;
/** The faults of the next requests: `responseLost`: the server executes it; `requestLost`: it does not reach the server. */
let faults: { readonly request: string; readonly fault: "responseLost" | "requestLost" }[] = [];
let before: object;

beforeAll(async () => {
  server = await startServer({ keep: true });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (!url.startsWith("/")) return fetch(url, init);
    const next = faults[0]?.request === `${init?.method} ${url}` ? faults.shift() : undefined;
    if (next?.fault === "requestLost") throw LOST;
    const response = await fetch(server.url + url, init);
    if (next !== undefined) throw LOST;
    return response;
  });
  session.value = await createConsoleSession(server, "manager");
  manager = await server.as("manager");
  const states: { oid: number; name: string }[] = (await manager.get("/api/articlestates")).body;
  DISPOSED.fields.stateId = states.find(({ name }) => name === "Disposed")?.oid ?? 0;
});
afterAll(async () => {
  session.value = null;
  connection.value = "unknown";
  vi.unstubAllGlobals();
  await server.stop();
});
beforeEach(async () => {
  before = await readArticle();
});
afterEach(() => {
  expect(faults).toEqual([]);
});

test.each([
  ["the fields", `PUT ${path}`],
  ["the locations", `PUT ${path}/locations`],
])(
  "an edit of %s whose response was lost counts as done when it is tried again, and is undone",
  async (_, request) => {
    const work = editWork(DISPOSED);
    faults = [{ request, fault: "responseLost" }];
    await expect(work.each(item)).rejects.toThrow();
    expect(await work.each(item)).toBe(true);
    expect(await readArticle()).toMatchObject({ ...DISPOSED.fields, locations: [[4, expect.any(Number)]] });
    const undo = work.undo?.();
    expect(undo?.items).toContain(item.oid);
    expect(await undo?.each(item)).toBe(true);
    expect(await readArticle()).toEqual(before);
  },
);

test("Undo detects an edit whose response was lost and that was not tried again", async () => {
  const work = editWork(DISPOSED);
  faults = [{ request: `PUT ${path}/locations`, fault: "responseLost" }];
  await expect(work.each(item)).rejects.toThrow();
  expect(await work.undo?.()?.each(item)).toBe(true);
  expect(await readArticle()).toEqual(before);
});

test("an edit whose request was lost has nothing to undo", async () => {
  const work = editWork({ ...DISPOSED, locationId: null });
  faults = [{ request: `PUT ${path}`, fault: "requestLost" }];
  await expect(work.each(item)).rejects.toThrow();
  expect(await work.undo?.()?.each(item)).toBe(false);
  expect(await readArticle()).toEqual(before);
});

test("Undo keeps what other users changed since, also in an edit whose response was lost", async () => {
  const work = editWork({ ...DISPOSED, locationId: null });
  faults = [{ request: `PUT ${path}`, fault: "responseLost" }];
  await expect(work.each(item)).rejects.toThrow();
  const theirs = { name: "Throne", responsibleUserId: 3 };
  const { name } = (await manager.get(path)).body;
  expect((await manager.put(path, theirs)).status).toBe(200);
  expect(await work.undo?.()?.each(item)).toBe(true);
  expect(await readArticle()).toEqual({ ...before, responsibleUserId: 3 });
  expect((await manager.get(path)).body.name).toBe("Throne");
  await manager.put(path, { name, responsibleUserId: null });
});

test("an Undo whose response was lost succeeds when it is tried again", async () => {
  const work = editWork(DISPOSED);
  await work.each(item);
  const undo = work.undo?.();
  faults = [`PUT ${path}/locations`, `PUT ${path}`].map((request) => ({ request, fault: "responseLost" }));
  await expect(undo?.each(item)).rejects.toThrow();
  await expect(undo?.each(item)).rejects.toThrow();
  await undo?.each(item);
  expect(await readArticle()).toEqual(before);
});

/** Reads the properties that these tests change. */
async function readArticle(): Promise<object> {
  const { body } = await manager.get(path);
  const locations: { locationId: number; quantity: number }[] = (await manager.get(`${path}/locations`)).body;
  return {
    stateId: body.state.oid,
    responsibleUserId: body.responsibleUserId,
    locations: locations.map(({ locationId, quantity }) => [locationId, quantity]),
  };
}
