import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addProgram } from "../access/api-keys/accounts.ts";
import { sharedServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { Copy, sumsOfDatabase } from "./copy.ts";
import { anyEdit, EditedWarehouse } from "./random-edits.ts";

// Random edits, and a reader that is cut off at random; its copy must be equal to the database.

let warehouse: EditedWarehouse;
const server = sharedServer();
beforeAll(async () => {
  warehouse = await EditedWarehouse.create(server);
});

const number = fc.nat({ max: 9 });
const step = fc.oneof(
  { weight: 12, arbitrary: anyEdit },
  fc.record({ kind: fc.constant("cut" as const), number }),
  fc.record({ kind: fc.constant("cut" as const), number: fc.nat({ max: 1000 }) }),
  fc.record({ kind: fc.constant("page" as const) }),
  fc.record({ kind: fc.constant("anew" as const) }),
  fc.record({ kind: fc.constant("beside" as const), number }),
);

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
            warehouse.edit({ kind: "bulk", number: one.number }),
            warehouse.edit({ kind: "count", code: "F1", number: one.number }),
            keyCopy.take(key),
          ]);
        else await warehouse.edit(one);
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
