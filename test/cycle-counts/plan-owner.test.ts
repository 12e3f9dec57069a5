import { expect, test } from "vitest";
import { tagOf } from "../articles/samples.ts";
import { HOUR_MS, startPlanServer } from "./plans-server.ts";

// A plan goes on when its owner is a User or deactivated; who saves it is its owner.

test.each([
  ["a User", { roles: ["User"] }, true],
  ["deactivated", { isActive: false }, false],
])(
  "a plan whose owner is %s goes on, names the owner, and belongs to whoever saves it",
  async (_, change, isActive) => {
    const { server, clock, ...plans } = await startPlanServer();
    await plans.warehouse.article("T1", { A: 3 });
    const { admin } = server;
    const created = await admin.post("/api/users", {
      ...{ userName: "mia", firstName: "Mia", lastName: "Kral", roles: ["Manager"] },
    });
    const mia = { id: created.body.oid, fullName: created.body.fullName };
    const before = await server.as("mia");
    const oid = await plans.plan({}, before);
    const path = `/api/count-plans/${oid}`;
    const first = await admin.get(path);
    expect(first.body.owner).toEqual({ ...mia, isActive: true });
    expect((await admin.put(`/api/users/${mia.id}`, change)).status).toBe(200);
    const second = await admin.get(path);
    expect([second.body.owner, tagOf(second) === tagOf(first)]).toEqual([{ ...mia, isActive }, false]);
    expect((await admin.get("/api/count-plans")).body).toEqual([second.body]);
    expect([401, 403]).toContain((await before.put(path, { ...plans.fields, name: "Mine" })).status);
    clock.advance(HOUR_MS);
    const [run] = await plans.settled(1);
    expect(run).toMatchObject({ outcome: "made", inventory: { inventoryStateId: 2 } });
    expect(await plans.codes(run?.inventory.oid ?? 0)).toEqual(["T1"]);
    const saved = await server.manager.put(path, plans.fields);
    expect([saved.status, saved.body.owner]).toMatchObject([200, { id: 2, isActive: true }]);
  },
);
