import { join } from "node:path";

/** The folder of the built programs, threads and jobs. TALLYBOX_BUILT names another one, such as a build with a mutant. */
export const BUILT = process.env["TALLYBOX_BUILT"] ?? join(import.meta.dirname, "../../dist/server");

/** The server's programs as they are started on a real machine, built from src/ by scripts/build-server.ts: absolute paths. */
export const PROGRAMS = {
  server: join(BUILT, "main.js"),
  demo: join(BUILT, "demo.js"),
  restore: join(BUILT, "restore.js"),
  backupDone: join(BUILT, "backup-done.js"),
  tenant: join(BUILT, "tenant.js"),
  rotate: join(BUILT, "rotate.js"),
  verifyRecord: join(BUILT, "verify-record.js"),
  promote: join(BUILT, "promote.js"),
  headOffice: join(BUILT, "head-office.js"),
} as const;

/** For the environment of a server's process: what it runs has normal priority, as in the tests' own process. */
export const NORMAL_PRIORITY = {
  NODE_OPTIONS: `--import ${new URL("normal-priority.ts", import.meta.url).href}`,
};
