import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PATIENCE_MS, TEST_MS } from "./test/harness/limits.ts";
import { mutation } from "./test/mutants/plugin.ts";
import { builtThreads } from "./test/suites/built-threads.ts";
import { filesBySuite, SUITES, type Suite } from "./test/suites/suites.ts";

// As in scripts/runtime.sh: threads and server processes of the tests share a compile cache.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node");

class IsolatedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project }: TestSpecification) => (project.config.isolate ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

const files = filesBySuite();
/** The suites whose browsers load the built client. */
const WITH_CLIENT: readonly Suite[] = ["story", "browser"];

export default defineConfig({
  plugins: [...mutation(), builtThreads],
  test: {
    sequence: { sequencer: IsolatedFirst },
    globalSetup: ["test/harness/demo-folder.ts", "test/harness/chromium-unpacked.ts"],
    // Many tests wait for the disk, a browser or another process, so there are more workers than processors.
    maxWorkers: 4,
    reporters: ["./test/suites/reporter.ts"],
    projects: SUITES.map((name) => ({
      test: {
        name,
        include: files[name],
        // Loading the program takes a second, so the files of a worker share a process.
        isolate: name === "isolated",
        globalSetup: WITH_CLIENT.includes(name) ? ["test/harness/built-client.ts"] : [],
        // A young generation of the heap that holds the objects of a test saves a tenth of the time.
        execArgv: ["--max-semi-space-size=64"],
        testTimeout: TEST_MS,
        hookTimeout: TEST_MS,
        expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
        setupFiles: ["test/harness/property-settings.ts"],
      },
    })),
  },
});
