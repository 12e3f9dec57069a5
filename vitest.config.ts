import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PATIENCE_MS, TEST_MS } from "./test/harness/limits.ts";
import { filesBySuite, IN_BROWSERS, SUITES } from "./test/suites/suites.ts";

// As scripts/runtime.sh has it: what the tests start (threads, servers in processes of their own) compiles nothing twice.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node");

/** Long for their size, by which files are ordered until a run has measured them. The last worker would wait for them. */
const LONG = [
  "test/backup/crash.test.ts",
  "test/backup/live-copies.test.ts",
  "test/browser/docs.test.ts",
  "test/discovery/changes.test.ts",
  "test/discovery/names.test.ts",
  "test/http/fuzz.test.ts",
  "test/import/crash.test.ts",
  "test/inventories/counts-crash.test.ts",
  "test/printing/preview/hostile.test.ts",
  "test/printing/queue/crash.test.ts",
  "test/printing/queue/requests.test.ts",
  "test/service/notify.test.ts",
  "test/service/stop.test.ts",
  "test/service/working.test.ts",
  "test/tenant/prompt.test.ts",
  "test/torture/cut.test.ts",
  "test/web/access/covered.test.ts",
  "test/web/access/lock.test.ts",
  "test/web/beyond/print.test.ts",
  "test/web/console/lists/lists.test.ts",
  "test/web/console/newcomer.test.ts",
  "test/web/console/people/faces.test.ts",
  "test/web/console/system/backup.test.ts",
  "test/web/core/power.test.ts",
  "test/web/story/first-morning.test.ts",
  "test/web/story/no-network.test.ts",
  "test/web/story/thousand.test.ts",
  "test/web/worker/update.test.ts",
].map((file) => join(import.meta.dirname, file));

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.config.isolate ? 0 : LONG.includes(moduleId) ? 1 : 2;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

const files = filesBySuite();

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    globalSetup: ["test/harness/demo-folder.ts"],
    // Many tests wait for the disk, a browser or another process: two processors serve more than two workers.
    maxWorkers: 4,
    reporters: ["./test/suites/reporter.ts"],
    projects: SUITES.map((name) => ({
      test: {
        name,
        include: files[name],
        // Loading the program takes a second: once a worker, not once a file. A file leaves nothing behind in its process.
        isolate: name === "isolated",
        // A young generation that holds what a test makes: a tenth less time.
        execArgv: ["--max-semi-space-size=64"],
        // A browser that CI starts among others may lose a race: such a test is named as unsteady, and its cause is looked for.
        retry:
          name === "system" || IN_BROWSERS.includes(name) ? Number(process.env["TALLYBOX_RETRY"] ?? 0) : 0,
        testTimeout: TEST_MS,
        hookTimeout: TEST_MS,
        expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
        setupFiles: ["test/harness/property-settings.ts"],
      },
    })),
  },
});
