import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connection } from "../../../../src/web/box/connection.ts";
import { session } from "../../../../src/web/box/tokens.ts";
import { editWork } from "../../../../src/web/console/articles/bulk/edit-work.ts";
import type { Client } from "../../../harness/client.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { officeSession } from "../log-in.ts";

// What is done of a change of many, and what Undo knows of it, where answers get lost.

const DISPOSED = { fields: { stateId: 0, responsibleUserId: 2 }, locationId: 4 };
const item = { oid: 72, code: null, name: "" };
const path = `/api/articles/${item.oid}`;
const LOST = new TypeError("Failed to fetch");
let server: TestServer;
let manager: Client;
/** What becomes of the next requests of this kind: `unheard`: done, the answer lost; `unsent`: neither. */
let fates: { readonly at: string; readonly fate: "unheard" | "unsent" }[] = [];
let before: object;

beforeAll(async () => {
  server = await startServer({ keep: true });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (!url.startsWith("/")) return fetch(url, init);
    const next = fates[0]?.at === `${init?.method} ${url}` ? fates.shift() : undefined;
    if (next?.fate === "unsent") throw LOST;
    const answer = await fetch(server.url + url, init);
    if (next !== undefined) throw LOST;
    return answer;
  });
  session.value = await officeSession(server, "manager");
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
  before = await facts();
});
afterEach(() => {
  expect(fates).toEqual([]);
});

test.each([
  ["the fields", `PUT ${path}`],
  ["the places", `PUT ${path}/locations`],
])(
  "%s changed, the answer lost: it counts as changed when it is tried again, and Undo puts it back",
  async (_, at) => {
    const work = editWork(DISPOSED);
    fates = [{ at, fate: "unheard" }];
    await expect(work.each(item)).rejects.toThrow();
    expect(await work.each(item)).toBe(true);
    expect(await facts()).toMatchObject({ ...DISPOSED.fields, places: [[4, expect.any(Number)]] });
    const undo = work.undo?.();
    expect(undo?.items).toContain(item.oid);
    expect(await undo?.each(item)).toBe(true);
    expect(await facts()).toEqual(before);
  },
);

test("nobody tries it again: Undo itself finds out that it was done", async () => {
  const work = editWork(DISPOSED);
  fates = [{ at: `PUT ${path}/locations`, fate: "unheard" }];
  await expect(work.each(item)).rejects.toThrow();
  expect(await work.undo?.()?.each(item)).toBe(true);
  expect(await facts()).toEqual(before);
});

test("neither done nor answered: there is nothing to be undone", async () => {
  const work = editWork({ ...DISPOSED, locationId: null });
  fates = [{ at: `PUT ${path}`, fate: "unsent" }];
  await expect(work.each(item)).rejects.toThrow();
  expect(await work.undo?.()?.each(item)).toBe(false);
  expect(await facts()).toEqual(before);
});

test("what others changed of it meanwhile stays, also where they changed what got no answer", async () => {
  const work = editWork({ ...DISPOSED, locationId: null });
  fates = [{ at: `PUT ${path}`, fate: "unheard" }];
  await expect(work.each(item)).rejects.toThrow();
  const theirs = { name: "Throne", responsibleUserId: 3 };
  const { name } = (await manager.get(path)).body;
  expect((await manager.put(path, theirs)).status).toBe(200);
  expect(await work.undo?.()?.each(item)).toBe(true);
  expect(await facts()).toEqual({ ...before, responsibleUserId: 3 });
  expect((await manager.get(path)).body.name).toBe("Throne");
  await manager.put(path, { name, responsibleUserId: null });
});

test("put back, the answer lost: tried again it is no refusal", async () => {
  const work = editWork(DISPOSED);
  await work.each(item);
  const undo = work.undo?.();
  fates = [`PUT ${path}/locations`, `PUT ${path}`].map((at) => ({ at, fate: "unheard" }));
  await expect(undo?.each(item)).rejects.toThrow();
  await expect(undo?.each(item)).rejects.toThrow();
  await undo?.each(item);
  expect(await facts()).toEqual(before);
});

/** What is changed here. */
async function facts(): Promise<object> {
  const { body } = await manager.get(path);
  const places: { locationId: number; quantity: number }[] = (await manager.get(`${path}/locations`)).body;
  return {
    stateId: body.state.oid,
    responsibleUserId: body.responsibleUserId,
    places: places.map(({ locationId, quantity }) => [locationId, quantity]),
  };
}
