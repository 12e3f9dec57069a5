import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// As scripts/runtime.sh has it: what the tests start (threads, boxes in processes of their own) compiles nothing twice.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node");

/** Each puts something of its own in the place of what every module loads, so it loads them all for itself. */
const ALONE = [
  "test/photos/files.test.ts",
  "test/photos/refused.test.ts",
  "test/storage/retention.test.ts",
  "test/storage/room.test.ts",
  "test/trust/page.test.ts",
  "test/web/scanner/code128.test.ts",
];

/** Take long for their size, by which files are begun while no run has measured them: begun last, one worker would wait for them. */
const LONG = [
  "test/backup/crash.test.ts",
  "test/browser/docs.test.ts",
  "test/import/crash.test.ts",
  "test/inventories/counts-crash.test.ts",
  "test/printing/queue/crash.test.ts",
  "test/service/stop.test.ts",
  "test/tenant/prompt.test.ts",
  "test/torture/cut.test.ts",
  "test/web/console/people/faces.test.ts",
  "test/web/console/system/backup.test.ts",
].map((file) => join(import.meta.dirname, file));

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.config.isolate ? 0 : LONG.includes(moduleId) ? 1 : 2;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    globalSetup: ["test/harness/demo-folder.ts"],
    maxWorkers: 2,
    reporters: ["default"],
    projects: [
      // Loading the program takes a second: once a worker, not once a file. A file leaves nothing behind in its process.
      project("together", { include: ["test/**/*.test.ts"], exclude: ALONE, isolate: false }),
      project("alone", { include: ALONE, isolate: true }),
    ],
  },
});

function project(name: string, files: { include: string[]; exclude?: string[]; isolate: boolean }) {
  return { test: { name, testTimeout: 180_000, hookTimeout: 180_000, ...files } };
}
