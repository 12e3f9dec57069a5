import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The parts of the tests. */
export const SUITES = [
  "source",
  "server",
  "long",
  "isolated",
  "story",
  "browser",
  "system",
  "crash",
  "torture",
  "other-browsers",
] as const;
export type Suite = (typeof SUITES)[number];

/** Packages of others, which bring tests of their own. */
export const PACKAGES = ["**/node_modules/**"];
const ROOT = join(import.meta.dirname, "../..");
/** Modules that start a browser; a test that imports one, directly or not, is a browser test. */
const LAUNCHERS = ["test/harness/browser.ts", "test/harness/terminal/chromium.ts"];
/** Modules that start a server or a program of the product, or build one. */
const STARTERS = ["test/harness/server.ts", "test/harness/programs.ts", "test/harness/demo-copy.ts"];
/** Folders whose tests read the sources, the pages and the texts. Those that start nothing are a part of `npm run verify`. */
const ABOUT_SOURCES = ["test/docs/", "test/i18n/", "test/structure/", "test/texts.test.ts"];

/** These replace modules or the environment of their process, or look at what the harness replaces, so each has a process of its own. */
const ISOLATED = [
  "test/backup/hanging-drive.test.ts",
  "test/backup/targets/launching.test.ts",
  "test/import/disk-space.test.ts",
  "test/jobs/full-disk.test.ts",
  "test/photos/files.test.ts",
  "test/photos/refused.test.ts",
  "test/security/equal-work.test.ts",
  "test/standby/folder-copy.test.ts",
  "test/storage/retention.test.ts",
  "test/storage/disk-reserve.test.ts",
  "test/trust/page.test.ts",
  "test/web/core/draft-writes.test.ts",
  "test/web/scanner/code128.test.ts",
];
/**
 * The server's tests that take more than two seconds of processor time: volumes, kills, restores, PostgreSQL. They run in
 * `npm run test:gate`.
 */
const LONG: readonly string[] = [
  "test/access/rate-limit.test.ts",
  "test/articles/bulk-edit-job.test.ts",
  "test/articles/find.test.ts",
  "test/articles/list.test.ts",
  "test/articles/page.test.ts",
  "test/backup/archive.test.ts",
  "test/backup/checks.test.ts",
  "test/backup/console-restore-refused.test.ts",
  "test/backup/console-restore.test.ts",
  "test/backup/download.test.ts",
  "test/backup/encrypted.test.ts",
  "test/backup/hostile-repository.test.ts",
  "test/backup/live-copies.test.ts",
  "test/backup/reported.test.ts",
  "test/backup/restore-target.test.ts",
  "test/backup/restore-upload.test.ts",
  "test/backup/setup-restore.test.ts",
  "test/catalogue/merge.test.ts",
  "test/catalogue/uses.test.ts",
  "test/change-feed/feed.test.ts",
  "test/change-feed/replay.test.ts",
  "test/change-feed/wait.test.ts",
  "test/clock-jumps.test.ts",
  "test/custody/protocol.test.ts",
  "test/cycle-counts/certificate.test.ts",
  "test/cycle-counts/plans.test.ts",
  "test/cycle-counts/second-count.test.ts",
  "test/cycle-counts/selections.test.ts",
  "test/cycle-counts/value-certificate.test.ts",
  "test/demo/demo.test.ts",
  "test/export/round-trip.test.ts",
  "test/head-office/access.test.ts",
  "test/head-office/all-sites.test.ts",
  "test/head-office/delivery.test.ts",
  "test/head-office/limits.test.ts",
  "test/head-office/master-data-failures.test.ts",
  "test/head-office/master-data-random.test.ts",
  "test/head-office/master-data-rules.test.ts",
  "test/head-office/master-data.test.ts",
  "test/head-office/random.test.ts",
  "test/head-office/set-up.test.ts",
  "test/head-office/several-sites.test.ts",
  "test/health/backup-targets.test.ts",
  "test/http/description.test.ts",
  "test/http/fuzz.test.ts",
  "test/http/guarded-writes.test.ts",
  "test/http/query.test.ts",
  "test/http/roles.test.ts",
  "test/http/tenant-lanes.test.ts",
  "test/import/additional-codes.test.ts",
  "test/import/apply-job.test.ts",
  "test/import/checking.test.ts",
  "test/import/concurrent.test.ts",
  "test/import/decisions.test.ts",
  "test/import/job-rows.test.ts",
  "test/import/lists/lists.test.ts",
  "test/import/packs.test.ts",
  "test/import/products/homebox-collection.test.ts",
  "test/import/products/pictures.test.ts",
  "test/import/recheck.test.ts",
  "test/import/refill-rules.test.ts",
  "test/inventories/as-of.test.ts",
  "test/inventories/busy.test.ts",
  "test/inventories/close-moved.test.ts",
  "test/inventories/close.test.ts",
  "test/inventories/counts-concurrent.test.ts",
  "test/inventories/counts-delivery-order.test.ts",
  "test/inventories/counts.test.ts",
  "test/inventories/decide.test.ts",
  "test/inventories/interrupted.test.ts",
  "test/inventories/inventory-list.test.ts",
  "test/inventories/meanwhile.test.ts",
  "test/inventories/moved-property.test.ts",
  "test/inventories/restored-recount.test.ts",
  "test/inventories/seal/addenda.test.ts",
  "test/inventories/seal/archive.test.ts",
  "test/inventories/seal/doors.test.ts",
  "test/inventories/shown-job.test.ts",
  "test/inventories/unknown-codes.test.ts",
  "test/jobs/backup.test.ts",
  "test/jobs/disposal.test.ts",
  "test/jobs/engine.test.ts",
  "test/jobs/jobs.test.ts",
  "test/jobs/journal-property.test.ts",
  "test/jobs/stock-undo.test.ts",
  "test/jobs/total.test.ts",
  "test/notices/failures.test.ts",
  "test/notices/mail-server.test.ts",
  "test/photos/attachments-journal.test.ts",
  "test/photos/hostile-load.test.ts",
  "test/printing/bulk-labels-job.test.ts",
  "test/printing/bulk-labels.test.ts",
  "test/printing/layouts/any-text.test.ts",
  "test/printing/layouts/bulk.test.ts",
  "test/printing/layouts/printed.test.ts",
  "test/printing/preview/hostile.test.ts",
  "test/printing/preview/receipts.test.ts",
  "test/printing/preview/routes.test.ts",
  "test/printing/queue/faults.test.ts",
  "test/printing/queue/interrupted.test.ts",
  "test/printing/queue/partial-replies.test.ts",
  "test/printing/queue/requests.test.ts",
  "test/printing/sheets/sheets.test.ts",
  "test/refill/model.test.ts",
  "test/sample/added.test.ts",
  "test/sample/blockers.test.ts",
  "test/sample/job.test.ts",
  "test/security/device-descendants.test.ts",
  "test/security/event-streams.test.ts",
  "test/security/hostile-workbooks.test.ts",
  "test/security/known-callers.test.ts",
  "test/security/locked-out-by-others.test.ts",
  "test/security/log/bounds.test.ts",
  "test/security/log/changes.test.ts",
  "test/security/log/secrets.test.ts",
  "test/security/login-alarm.test.ts",
  "test/security/login-lanes.test.ts",
  "test/security/names-and-ids.test.ts",
  "test/security/old-counts.test.ts",
  "test/security/password-lockout.test.ts",
  "test/security/plain-http.test.ts",
  "test/security/quotas.test.ts",
  "test/security/responses-in-flight.test.ts",
  "test/security/restore-ends-logins.test.ts",
  "test/security/rotation.test.ts",
  "test/security/submission-token.test.ts",
  "test/security/tokens-without-session.test.ts",
  "test/security/weak-secrets.test.ts",
  "test/standby/address.test.ts",
  "test/standby/former.test.ts",
  "test/standby/pair.test.ts",
  "test/standby/terminals.test.ts",
  "test/standby/unshipped.test.ts",
  "test/standby/versions.test.ts",
  "test/storage/folder.test.ts",
  "test/storage/next-generation.test.ts",
  "test/storage/starts.test.ts",
  "test/storage/tenant-references.test.ts",
  "test/storage/writes.test.ts",
  "test/structure/regular-expressions.test.ts",
  "test/tables/csv.test.ts",
  "test/tables/round-trip.test.ts",
  "test/trust/files.test.ts",
  "test/upgrade/folder-0016.test.ts",
  "test/upgrade/folders.test.ts",
  "test/upgrade/upgrade.test.ts",
  "test/web/console/printers/presets.test.ts",
  "test/web/core/faults.test.ts",
  "test/web/core/item-changes.test.ts",
  "test/web/core/loading.test.ts",
  "test/web/core/other-installation.test.ts",
  "test/web/core/rejected-counts.test.ts",
  "test/web/core/restore-resend-rules.test.ts",
  "test/web/core/restore-resend.test.ts",
  "test/web/core/unknown-codes.test.ts",
  "test/web/custody/sending.test.ts",
  "test/web/scanner/sample-barcodes.test.ts",
  "test/webhooks/crash.test.ts",
];
/** One way through the terminal in each browser, as a part of `npm test`. */
const STORY = ["test/web/story/first-count.test.ts"];
/** True for the browser tests of a whole task, which `npm run test:gate` always runs. */
export const isStory = (file: string) => file.startsWith("test/web/story/");
/** Start the server as the system does, with its signals, its notifications and its networks; and the command lines. */
const SYSTEM = [
  ...globSync(
    [
      ...["test/service/*.test.ts", "test/discovery/*.test.ts", "test/tenant/*.test.ts"],
      ...["test/rotate/*.test.ts", "test/backup/targets/*.test.ts"],
    ],
    { cwd: ROOT, exclude: ["test/backup/targets/kills.test.ts", "test/backup/targets/launching.test.ts"] },
  ),
  "test/backup/as-owner.test.ts",
  "test/backup/console-restore-process.test.ts",
  "test/demo/refused.test.ts",
  "test/demo/start.test.ts",
  "test/security/hostile-host.test.ts",
  "test/standby/hostile-host.test.ts",
  "test/standby/promote.test.ts",
  "test/start.test.ts",
  "test/storage/statuses.test.ts",
  "test/storage/threads.test.ts",
  "test/suites/reporter.test.ts",
];
/** Tests that kill the server or the browser, or simulate power failures, repeatedly. */
const CRASH = [
  "test/backup/targets/kills.test.ts",
  "test/backup/console-restore-crash.test.ts",
  "test/import/crash.test.ts",
  "test/inventories/close-crash.test.ts",
  "test/backup/crash.test.ts",
  "test/printing/bulk-labels-crash.test.ts",
  "test/printing/queue/crash.test.ts",
  "test/standby/proof/kills.test.ts",
  "test/web/story/outages.test.ts",
];
/** Need browsers that npm does not bring (`npm run test:other-browsers`). */
const OTHER_BROWSERS = globSync("test/web/other-browsers/*.test.ts", { cwd: ROOT });
const TORTURE = [
  "test/docs/erp.test.ts",
  "test/docs/recipes.test.ts",
  "test/security/fuzz/fuzz.test.ts",
  "test/torture/torture.test.ts",
  "test/head-office/demo.test.ts",
];

/** Every test file of the repository, by its one suite. Throws where a list names a file twice, or one that does not exist. */
export function filesBySuite(): Record<Suite, string[]> {
  const files = globSync("test/**/*.test.ts", { cwd: ROOT, exclude: PACKAGES }).toSorted();
  const named = new Map<string, Suite>();
  for (const [suite, list] of [
    ["isolated", ISOLATED],
    ["long", LONG],
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
  const startsServer = reaching((file) => STARTERS.includes(file));
  const isAboutSources = (file: string) =>
    ABOUT_SOURCES.some((start) => file.startsWith(start)) && !startsServer(file);
  const found = Object.fromEntries(SUITES.map((suite): [Suite, string[]] => [suite, []])) as Record<
    Suite,
    string[]
  >;
  for (const file of files)
    found[
      named.get(file) ?? (startsBrowser(file) ? "browser" : isAboutSources(file) ? "source" : "server")
    ].push(file);
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
