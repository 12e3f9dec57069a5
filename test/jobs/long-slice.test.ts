import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startServer } from "../harness/server.ts";
import { rowsOf, SCRIPT, type ScriptStep, scriptEngine } from "./scripted.ts";

// A slice works until something else waits for the database. Here it has no other end.

const rename = (oid: number): ScriptStep => ({
  writes: [["article", `UPDATE article SET name = name || '!', change = $change WHERE oid = ${oid}`]],
});

/**
 * A server whose slices have no maximum, with a job in a slice that has renamed an article. `end` lets the job end. It throws if
 * a slice went on although something waited.
 */
async function startLongSlice() {
  const server = await startServer({ sliceMs: Number.POSITIVE_INFINITY });
  const { storage } = server.appliance.dependencies;
  const jobs = scriptEngine(server);
  const flags = mkdtempSync(join(server.folder, "flag-"));
  const [until, overrun] = [join(flags, "ended"), join(flags, "overrun")];
  onTestFinished(() => writeFileSync(until, ""));
  const end = () => {
    expect(existsSync(overrun)).toBe(false);
    writeFileSync(until, "");
  };
  const id = await jobs.start([rename(1), { until, overrun }]);
  await eventually(() => expect(storage.jobs.runningMs()).not.toBeNull());
  return { server, storage, jobs, id, end };
}

test("a slice ends as soon as a write waits, and the job goes on after it", async () => {
  const { server, jobs, id, end } = await startLongSlice();
  expect((await server.manager.put("/api/articles/2", { oid: 2, name: "Beside" })).status).toBe(200);
  expect((await server.manager.put("/api/articles/3", { oid: 3, name: "Beside" })).status).toBe(200);
  expect(jobs.job(id).state).toBe("running");
  end();
  await jobs.engine.result(1, id);
  expect(rowsOf(server)["article"]?.filter((row) => row.includes('!"'))).toHaveLength(1);
});

test("a slice ends as soon as the next generation of the database waits", async () => {
  const { storage, jobs, id, end } = await startLongSlice();
  const { generation } = storage.status();
  await storage.rotate();
  expect(storage.status().generation).not.toBe(generation);
  expect(jobs.job(id).state).toBe("running");
  end();
  await jobs.engine.result(1, id);
});

test("a slice goes on while nothing waits", async () => {
  const server = await startServer({ sliceMs: Number.POSITIVE_INFINITY });
  const jobs = scriptEngine(server);
  const id = await jobs.start([
    ...Array.from({ length: 300 }, (_, index) => rename(index + 1)),
    {
      writes: [
        [
          "article",
          "UPDATE article SET note = (SELECT count(DISTINCT change) FROM jobChange), change = $change WHERE oid = 1",
        ],
      ],
    },
  ]);
  await jobs.engine.result(1, id);
  expect(rowsOf(server)["article"]?.[0]).toContain('"note":"1"');
});

test("writes go on while the program of a job is loaded", async () => {
  const server = await startServer();
  const flags = mkdtempSync(join(server.folder, "flag-"));
  const [began, until] = [join(flags, "began"), join(flags, "until")];
  const module = new URL(`./slow-program.ts?${new URLSearchParams({ began, until })}`, import.meta.url);
  const slow = { ...SCRIPT, name: "slow", module };
  const jobs = scriptEngine(server, "manager", [slow]);
  onTestFinished(() => writeFileSync(until, ""));
  const id = await jobs.start([rename(1)], slow);
  await eventually(() => expect(existsSync(began)).toBe(true));
  expect((await server.manager.put("/api/articles/2", { oid: 2, name: "Beside" })).status).toBe(200);
  expect(jobs.job(id).state).toBe("running");
  writeFileSync(until, "");
  await jobs.engine.result(1, id);
});
