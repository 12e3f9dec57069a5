import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { JobEngine } from "../../src/jobs/engine.ts";
import { findJob } from "../../src/jobs/job.ts";
import type { JobKind } from "../../src/storage/jobs/job-kind.ts";
import { eventually } from "../harness/eventually.ts";
import { JOB_RETRY_MS, startServer } from "../harness/server.ts";
import type { FailingEnd } from "./failing-program.ts";
import { holdSlices } from "./slices.ts";

// A slice of a broken program, or of a thread that dies, is rolled back; after three tries the job has failed.

const FAILING: JobKind<FailingEnd, null> = {
  name: "failing",
  module: new URL("./failing-program.ts", import.meta.url),
  journaled: ["article"],
};

test.each(["error", "crash"] as const)(
  "a slice that ends by a %s changes nothing, blocks no write, and releases the log behind the last commit",
  async (end) => {
    const server = await startServer();
    const { dependencies } = server.appliance;
    const nameOf = async (oid: number) => (await server.manager.get(`/api/articles/${oid}`)).body.name;
    const before = await nameOf(1);
    const slices = holdSlices(server);
    const engine = new JobEngine({ ...dependencies, retryMs: JOB_RETRY_MS }, [FAILING]);
    onTestFinished(() => engine.stop());
    const principal = await dependencies.tokens.authenticate(`Bearer ${await server.tokenOf("manager")}`);
    const id = await engine.start(principal, null, { kind: FAILING, input: end });
    const log = join(server.folder, `${dependencies.storage.status().generation}-wal`);
    const { size } = statSync(log);
    // As a transaction does for which the disk had no room.
    appendFileSync(log, Buffer.alloc(1024 * 1024, 1));
    await slices.run(1);
    expect(statSync(log).size).toBe(size);
    expect(await nameOf(1)).toBe(before);
    const readState = () => findJob(dependencies.storage.db, principal.tenantId, id).state;
    expect(readState()).toBe("running");
    expect((await server.manager.put("/api/articles/2", { oid: 2, name: "After" })).status).toBe(200);
    slices.release();
    await eventually(() => expect(readState()).toBe("failed"));
    expect([await nameOf(1), await nameOf(2)]).toEqual([before, "After"]);
  },
);
