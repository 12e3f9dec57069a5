import { pathToFileURL } from "node:url";
import type { Plugin } from "vitest/config";
import { BUILT } from "../harness/programs.ts";

/** As in scripts/build-server.ts, without processes: the threads and job programs that the server starts. */
const STARTED = /new URL\("\.\/([\w-]+-(?:worker|job))\.ts", import\.meta\.url\)/g;
const FOLDER = pathToFileURL(`${BUILT}/`);

/**
 * Servers in a test's process start their threads from `dist/server/`, as an installed server does: 0.1 s of CPU time each
 * instead of 0.3 s, because a thread loads a few large modules. The server itself comes from `src/`: between threads only
 * messages pass.
 */
export const builtThreads: Plugin = {
  name: "built-threads",
  enforce: "pre",
  // Vitest keeps transformed modules by the text of their file, which does not name the folder.
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(() => BUILT);
  },
  transform: {
    filter: { id: /\/src\/(?!web\/)[^?]*\.ts$/, code: "import.meta.url" },
    handler: (code) =>
      code.replaceAll(STARTED, (_, name) => `new URL(${JSON.stringify(`${FOLDER}${name}.js`)})`),
  },
};
