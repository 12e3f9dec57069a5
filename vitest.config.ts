import { join } from "node:path";
import { defineConfig } from "vitest/config";

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

export default defineConfig({
  test: {
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
