import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PATIENCE_MS, TEST_MS } from "./test/harness/limits.ts";
import { builtThreads } from "./test/suites/built-threads.ts";
import { filesBySuite, SUITES } from "./test/suites/suites.ts";

// As in scripts/runtime.sh: threads and server processes of the tests share a compile cache.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node");

/** Long-running files. They start first, so that the last worker does not wait for them. */
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
  "test/web/access/locked-scans.test.ts",
  "test/web/access/lock.test.ts",
  "test/web/beyond/print.test.ts",
  "test/web/console/lists/lists.test.ts",
  "test/web/console/newcomer.test.ts",
  "test/web/console/people/appearance.test.ts",
  "test/web/console/system/backup.test.ts",
  "test/web/core/power-loss.test.ts",
  "test/web/story/whole-stocktake.test.ts",
  "test/web/story/no-network.test.ts",
  "test/web/story/outages.test.ts",
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
  plugins: [builtThreads],
  test: {
    sequence: { sequencer: LongFirst },
    globalSetup: ["test/harness/demo-folder.ts"],
    // Many tests wait for the disk, a browser or another process, so there are more workers than processors.
    maxWorkers: 4,
    reporters: ["./test/suites/reporter.ts"],
    projects: SUITES.map((name) => ({
      test: {
        name,
        include: files[name],
        // Loading the program takes a second, so the files of a worker share a process.
        isolate: name === "isolated",
        // A young generation of the heap that holds the objects of a test saves a tenth of the time.
        execArgv: ["--max-semi-space-size=64"],
        // For CI, whose machine is busy with other work. A test that passes on a retry is reported as unsteady, with its first error.
        retry: Number(process.env["TALLYBOX_RETRY"] ?? 0),
        testTimeout: TEST_MS,
        hookTimeout: TEST_MS,
        expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
        setupFiles: ["test/harness/property-settings.ts"],
      },
    })),
  },
});
