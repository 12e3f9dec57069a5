import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEdit, EditedWarehouse } from "../change-feed/random-edits.ts";
import { startProxy } from "../harness/network-proxy.ts";
import { startServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { sitesOf, untilEqual } from "./office.ts";
import { type Postgres, query, startPostgres } from "./postgres.ts";
import { createOffice, type Office } from "./set-up.ts";

// Random edits, while the line, the database and the program that delivers are cut off at random; in the end the head office must
// have the records of the site, and each once.

let postgres: Postgres;
let office: Office;
beforeAll(async () => {
  postgres = await startPostgres();
  office = await createOffice(postgres, "random");
});
afterAll(() => postgres.remove());

const step = fc.oneof(
  { weight: 12, arbitrary: anyEdit },
  fc.record({ kind: fc.constant("cut" as const) }),
  fc.record({ kind: fc.constant("loseResponses" as const) }),
  fc.record({ kind: fc.constant("crash" as const) }),
  fc.record({ kind: fc.constant("disconnect" as const) }),
);

test("whatever is cut off, the head office has every record of the site once", async () => {
  const proxy = await startProxy(`http://127.0.0.1:${postgres.port}`);
  const { url } = office;
  const near = office.site.replace(`${postgres.port}`, new URL(proxy.url).port);
  const server = await startServer({ settings: { HEAD_OFFICE_URL: near } });
  const warehouse = await EditedWarehouse.create(server);
  await untilEqual(url, server);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      for (const one of steps) {
        if (one.kind === "cut") proxy.cut();
        else if (one.kind === "loseResponses") proxy.loseResponses();
        else if (one.kind === "crash") {
          await postgres.kill();
          await postgres.start();
        } else if (one.kind === "disconnect")
          await query(
            url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tallybox'",
          );
        else await warehouse.edit(one);
      }
      proxy.restore();
      await untilEqual(url, server);
      expect(await sitesOf(url)).toHaveLength(1);
    }),
    { numRuns: times(5) },
  );
});
