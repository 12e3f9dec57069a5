import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addProgram } from "../access/api-keys/accounts.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { createOperation, send } from "../inventories/count-requests.ts";
import { createWarehouse, type Warehouse } from "../inventories/stocktake.ts";
import { endOf, type ShownJob } from "../jobs/waiting.ts";
import { Copy, sumsOfDatabase } from "./copy.ts";

// Random edits, and a reader that is cut off at random; its copy must be equal to the database.

const CODES = ["F1", "F2", "F3"] as const;
let server: TestServer;
let warehouse: Warehouse;
let admin: Client;
let inventory: number;
beforeAll(async () => {
  server = await startServer({ keep: true });
  warehouse = await createWarehouse(server);
  for (const name of ["Feed A", "Feed B"]) await warehouse.addLocation(name);
  for (const code of CODES) await warehouse.article(code, { "Feed A": 3 });
  inventory = await warehouse.stocktake(["Feed A"]);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const number = fc.nat({ max: 9 });
const code = fc.constantFrom(...CODES);
const step = fc.oneof(
  fc.record({ kind: fc.constant("edit" as const), code, number }),
  fc.record({ kind: fc.constant("addAndDelete" as const), number }),
  fc.record({ kind: fc.constant("stock" as const), code, number }),
  fc.record({ kind: fc.constant("count" as const), code, number }),
  fc.record({ kind: fc.constant("transfer" as const), code, number }),
  fc.record({ kind: fc.constant("list" as const), number }),
  fc.record({ kind: fc.constant("location" as const), number }),
  fc.record({ kind: fc.constant("user" as const), number }),
  fc.record({ kind: fc.constant("bulk" as const), number }),
  fc.record({ kind: fc.constant("cut" as const), number }),
  fc.record({ kind: fc.constant("cut" as const), number: fc.nat({ max: 1000 }) }),
  fc.record({ kind: fc.constant("page" as const) }),
  fc.record({ kind: fc.constant("anew" as const) }),
  fc.record({ kind: fc.constant("generation" as const) }),
  fc.record({ kind: fc.constant("other" as const), number }),
  fc.record({ kind: fc.constant("undo" as const) }),
  fc.record({ kind: fc.constant("beside" as const), number }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Number of records that were added, for names that are not taken. */
let added = 0;

/** Throws unless the request has succeeded. */
function done(response: ApiResponse): ApiResponse {
  if (response.status >= 300) throw new Error(`${response.status}: ${response.text}`);
  return response;
}

async function edit(one: Step): Promise<void> {
  const { manager } = warehouse;
  switch (one.kind) {
    case "edit": {
      const body = { name: `Name ${one.number}`, price: one.number / 4, code: one.code };
      done(await manager.put(`/api/articles/${warehouse.id(one.code)}`, body));
      return;
    }
    case "addAndDelete": {
      const body = { code: `N${added++}`, name: "New", categoryId: 1, typeId: 1, stateId: 2 };
      const { oid } = done(await manager.post("/api/articles", body)).body;
      if (one.number % 2 === 0) done(await manager.delete(`/api/articles/${oid}`));
      return;
    }
    case "stock":
      return warehouse.put(one.code, { "Feed A": one.number, "Feed B": one.number % 3 });
    case "count": {
      const count = { code: one.code, locationId: warehouse.at("Feed A"), inventoryQuantity: one.number };
      done(await send(manager, inventory, [createOperation(count)]));
      return;
    }
    case "transfer": {
      const body = { articleId: warehouse.id(one.code), targetLocationId: warehouse.at("Feed B") };
      done(await manager.post("/api/articletransfers", { ...body, note: `Note ${one.number}` }));
      return;
    }
    case "list":
      done(await admin.post("/api/articlecategories", { name: `Category ${added++}` }));
      return;
    case "location":
      done(
        await manager.put(`/api/locations/${warehouse.at("Feed B")}`, {
          name: "Feed B",
          code: `L${one.number}`,
        }),
      );
      return;
    case "user":
      done(await admin.put("/api/users/3", { firstName: `Ursula ${one.number}` }));
      return;
    case "bulk": {
      const ids = CODES.map((each) => warehouse.id(each));
      done(await manager.put("/api/articles/bulk-edit", { ids, changes: { stateId: 1 + (one.number % 2) } }));
      return;
    }
    case "other": {
      const location = { name: `Other ${one.number}` };
      done(await (await server.as("admin2")).post("/api/locations", location));
      return;
    }
    case "undo": {
      const jobs: readonly ShownJob[] = (await manager.get("/api/jobs")).body;
      const path = `/api/jobs/${jobs.find(({ undoUntil }) => undoUntil !== null)?.id}`;
      if ((await manager.post(`${path}/undo`)).status < 300) await endOf(manager, path);
      return;
    }
    case "generation":
      return server.appliance.dependencies.storage.rotate();
  }
}

test("a copy that is cut off at any place is equal to the tables in the end", async () => {
  const [copy, keyCopy] = [new Copy(), new Copy()];
  const { client: key } = await addProgram(server, ["articles:read"]);
  await copy.takeAll(warehouse.manager);
  expect(copy.sums()).toEqual(sumsOfDatabase(server, 1));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      for (const one of steps) {
        if (one.kind === "cut") await copy.take(warehouse.manager, one.number);
        else if (one.kind === "page") await copy.take(warehouse.manager);
        else if (one.kind === "anew") copy.cursor = "";
        else if (one.kind === "beside")
          await Promise.all([
            copy.take(warehouse.manager),
            edit({ kind: "bulk", number: one.number }),
            edit({ kind: "count", code: "F1", number: one.number }),
            keyCopy.take(key),
          ]);
        else await edit(one);
      }
      await copy.takeAll(warehouse.manager);
      const sums = sumsOfDatabase(server, 1);
      expect(copy.sums()).toEqual(sums);
      await keyCopy.takeAll(key);
      const { article, articleLocation } = sums;
      expect(keyCopy.sums()).toMatchObject({ article, articleLocation });
      expect(Object.keys(keyCopy.sums())).not.toContain("location");
    }),
    { numRuns: times(20) },
  );
});
