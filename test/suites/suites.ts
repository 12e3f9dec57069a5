import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The parts of the tests, in the order in which `npm run test:all` runs them. */
export const SUITES = [
  "server",
  "isolated",
  "story",
  "browser",
  "system",
  "crash",
  "torture",
  "other-browsers",
] as const;
export type Suite = (typeof SUITES)[number];
/** Those that `npm test` runs, and `npm run test:rest` leaves out. */
export const TESTED: readonly Suite[] = ["server", "isolated", "story"];
/** Suites that start browsers. */
export const IN_BROWSERS: readonly Suite[] = ["story", "browser", "other-browsers"];

/** Packages of others, which bring tests of their own. */
export const PACKAGES = ["**/node_modules/**"];
const ROOT = join(import.meta.dirname, "../..");
/** Modules that start a browser; a test that imports one, directly or not, is a browser test. */
const LAUNCHERS = ["test/harness/browser.ts", "test/harness/terminal/chromium.ts"];

/** These replace modules or the environment of their process, so each has a process of its own. */
const ISOLATED = [
  "test/import/disk-space.test.ts",
  "test/jobs/full-disk.test.ts",
  "test/photos/files.test.ts",
  "test/photos/refused.test.ts",
  "test/security/equal-work.test.ts",
  "test/storage/retention.test.ts",
  "test/storage/disk-reserve.test.ts",
  "test/trust/page.test.ts",
  "test/web/scanner/code128.test.ts",
];
/** One way through the terminal in each browser, as a part of `npm test`. */
const STORY = ["test/web/story/first-count.test.ts"];
/** Start the server as the system does, with its signals, its notifications and its networks; and the command lines. */
const SYSTEM = [
  ...globSync(
    [
      ...["test/service/*.test.ts", "test/discovery/*.test.ts", "test/tenant/*.test.ts"],
      ...["test/rotate/*.test.ts", "test/backup/targets/*.test.ts"],
    ],
    { cwd: ROOT, exclude: ["test/backup/targets/kills.test.ts"] },
  ),
  "test/backup/as-owner.test.ts",
  "test/backup/console-restore-process.test.ts",
  "test/demo/fields.test.ts",
  "test/demo/refused.test.ts",
  "test/demo/start.test.ts",
  "test/security/hostile-host.test.ts",
  "test/standby/hostile-host.test.ts",
  "test/standby/promote.test.ts",
  "test/start.test.ts",
  "test/storage/statuses.test.ts",
  "test/storage/threads.test.ts",
  "test/suites/reporter.test.ts",
  "test/web/harness-process.test.ts",
];
/** Tests that kill the server or the browser, or simulate power failures, repeatedly. */
const CRASH = [
  "test/backup/targets/kills.test.ts",
  "test/backup/console-restore-crash.test.ts",
  "test/backup/crash.test.ts",
  "test/import/crash.test.ts",
  "test/inventories/close-crash.test.ts",
  "test/inventories/counts-crash.test.ts",
  "test/photos/attachments-crash.test.ts",
  "test/printing/bulk-labels-crash.test.ts",
  "test/printing/queue/crash.test.ts",
  "test/standby/proof/kills.test.ts",
  "test/storage/conversion-crash.test.ts",
  "test/web/core/power-loss.test.ts",
  "test/web/story/outages.test.ts",
];
/** Need browsers that npm does not bring (`npm run test:other-browsers`). */
const OTHER_BROWSERS = globSync("test/web/other-browsers/*.test.ts", { cwd: ROOT });
const TORTURE = [
  "test/security/fuzz/fuzz.test.ts",
  "test/torture/cut.test.ts",
  "test/change-feed/erp.test.ts",
  "test/head-office/demo.test.ts",
  "test/head-office/prove.test.ts",
];

/** Every test file of the repository, by its one suite. Throws where a list names a file twice, or one that does not exist. */
export function filesBySuite(): Record<Suite, string[]> {
  const files = globSync("test/**/*.test.ts", { cwd: ROOT, exclude: PACKAGES }).toSorted();
  const named = new Map<string, Suite>();
  for (const [suite, list] of [
    ["isolated", ISOLATED],
    ["story", STORY],
    ["system", SYSTEM],
    ["crash", CRASH],
    ["torture", TORTURE],
    ["other-browsers", OTHER_BROWSERS],
  ] as const)
    for (const file of list) {
      if (!files.includes(file)) throw new Error(`${file} of the suite ${suite} does not exist`);
      if (named.has(file)) throw new Error(`${file} is in the suites ${named.get(file)} and ${suite}`);
      named.set(file, suite);
    }
  const startsBrowser = reaching((file) => LAUNCHERS.includes(file));
  const found: Record<Suite, string[]> = {
    server: [],
    isolated: [],
    story: [],
    browser: [],
    system: [],
    crash: [],
    torture: [],
    "other-browsers": [],
  };
  for (const file of files) found[named.get(file) ?? (startsBrowser(file) ? "browser" : "server")].push(file);
  return found;
}

/** Creates a check whether a test file is such a file, or imports one, directly or not. Type imports do not count. */
export function reaching(isOne: (file: string) => boolean): (file: string) => boolean {
  const known = new Map<string, boolean>();
  const reaches = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // A circle of imports ends here.
    known.set(file, false);
    const result = isOne(file) || importsOf(file).some(reaches);
    known.set(file, result);
    return result;
  };
  return reaches;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const imports = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"(\.[^"]+\.ts)"/gm);
  return Array.from(imports, ([, path = ""]) => relative(ROOT, join(ROOT, dirname(file), path))).filter(
    (path) => path.startsWith("test/"),
  );
}
