import fc from "fast-check";
import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { createChain, faultPaths, moved } from "./samples.ts";

test("a chain of 10 000 levels is read and moved, and can't be closed to a ring", async () => {
  const server = await startServer();
  const { manager } = server;
  const chain = await createChain(server, 10_000);
  const [top = 0, second = 0] = chain;
  const bottom = chain.at(-1) ?? 0;
  const put = (oid: number, parentLocationId: number | null) =>
    manager.put(`/api/locations/${oid}`, { parentLocationId });

  expect((await manager.get("/api/locations")).body).toHaveLength(10_040);
  expect((await manager.get("/api/locations/findByName?name=Level 9999")).body).toHaveLength(1);
  expect((await manager.get(`/api/locations/${top}?includeChilds=true`)).body.childLocations).toHaveLength(1);
  for (const below of [top, second, chain[5000] ?? 0, bottom]) {
    const refused = await put(top, below);
    expect(refused.status).toBe(400);
    expect(faultPaths(refused)).toEqual(["parentLocationId"]);
  }
  expect((await put(second, bottom)).status).toBe(400);
  expect((await put(top, 4)).body.parentLocation).toEqual({ oid: 4, name: "Skladová hala č. 1" });
  // Now everything is below location 1, so 1 may go nowhere in it.
  expect((await put(1, bottom)).status).toBe(400);
  expect((await put(second, null)).status).toBe(200);
  expect((await put(1, bottom)).status).toBe(200);
  expect((await put(second, top)).status).toBe(400);
  const deeper = await manager.post("/api/locations", { name: "Deeper", parentLocationId: bottom });
  expect(deeper.status).toBe(201);
});

test("of two moves that together would make a ring one is refused", async () => {
  const { manager } = await startServer();
  const [a, b] = await Promise.all(["A", "B"].map((name) => manager.post("/api/locations", { name })));
  const [first, second] = [a?.body.oid, b?.body.oid];
  const responses = await Promise.all([
    manager.put(`/api/locations/${first}`, { parentLocationId: second }),
    manager.put(`/api/locations/${second}`, { parentLocationId: first }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("after any moves every location stays below a root, and only a move that makes a ring is refused", async () => {
  const server = await startServer();
  const oids = await createChain(server, 8);
  const parents = new Map<number, number | null>(oids.map((oid, i) => [oid, oids[i - 1] ?? null]));
  const isBelow = (oid: number | null, ancestor: number): boolean =>
    oid !== null && (oid === ancestor || isBelow(parents.get(oid) ?? null, ancestor));
  const anyone = fc.constantFrom(...oids);
  await fc.assert(
    fc.asyncProperty(anyone, fc.option(anyone, { freq: 5 }), async (oid, parent) => {
      const { status } = await server.manager.put(`/api/locations/${oid}`, { parentLocationId: parent });
      expect(status).toBe(isBelow(parent, oid) ? 400 : 200);
      if (status === 200) parents.set(oid, parent);
    }),
    { numRuns: times(150) },
  );
  for (const { oid, parentLocationId } of (await server.manager.get("/api/locations")).body)
    if (parents.has(oid)) expect(parentLocationId).toBe(parents.get(oid));
});

test("the rules apply to every caller of the move, not only to the endpoint", async () => {
  const server = await startServer();
  const [top = 0, , bottom = 0] = await createChain(server, 3);
  await expect(moved(server, top, bottom)).rejects.toThrow("parentLocationId");
});
