import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "../../src");

/** Queues without a lane for each tenant, with the reason. */
const SHARED: Readonly<Record<string, string>> = {
  "demo/virtual-printer/page.ts": "the demo has no tenants",
  "inventories/counting/routes.ts": "slices of milliseconds, for all terminals alike",
  "ops/backup/download/backup-streams.ts": "of the whole server",
  "ops/backup/targets/views.ts": "of the whole server",
  "photos/files.ts": "steps of milliseconds",
  "photos/picture.ts": "photos, also of jobs and imports; a user's uploads have a quota",
  "photos/pixels.ts": "steps of milliseconds",
  "platform/concurrency-limit.ts": "the queue itself, and a share of the threads without a limit of waiting",
};

test("a queue of requests has a lane for each tenant, so that one tenant's work delays no other", () => {
  const files = globSync("**/*.ts", { cwd: SOURCE });
  const using = files.filter((file) => /\bconcurrencyLimit\(/.test(readFileSync(join(SOURCE, file), "utf8")));
  expect(using.toSorted()).toEqual(Object.keys(SHARED).toSorted());
});
