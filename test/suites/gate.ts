import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keyOfSource, sourceMessages } from "../../scripts/messages.ts";
import { runAndReport, type Step } from "./steps.ts";
import { filesBySuite, isStory } from "./suites.ts";
import { filesOfTranslations, type Translations, touchedTests } from "./touched.ts";

// `npm run test:gate [-- BASE]`: what a change must pass beside `npm test`: the long tests of the server, the stories in browsers, and
// the browser tests whose screens have changed since the base. The base is the commit on which all browser tests were last run.

const ROOT = join(import.meta.dirname, "../..");
/** The commit on which all browser tests were last run, and their failures mended. */
const LAST_NIGHT = join(import.meta.dirname, "last-night");

const browser = filesBySuite().browser;
const { why, tests } = selectTests(process.argv[2] ?? readFileSync(LAST_NIGHT, "utf8").trim());
process.stdout.write(`browser tests: ${tests.length} of ${browser.length}, ${why}\n`);
const selected = browser.filter((file) => isStory(file) || tests.includes(file));
const steps: Step[] = [
  { name: "long tests", command: ["vitest", "run", "--project", "long"] },
  {
    name: "browser tests",
    command: ["vitest", "run", "--project", "story", "--project", "browser", ...selected],
  },
];
await runAndReport(steps);

/** The tests that the change since a commit touches, and the reason. An unknown commit touches all. */
function selectTests(base: string): { why: string; tests: readonly string[] } {
  const changed = changedSince(base);
  if (changed === null) return { why: `because the commit ${base} is unknown here`, tests: browser };
  const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
  const files = list("ls-files", "--cached", "--others", "--exclude-standard").filter((file) =>
    existsSync(join(ROOT, file)),
  );
  const touched = touchedTests(changed, browser, { files, read });
  if (touched.all !== null) return { why: `because ${touched.all}`, tests: browser };
  return {
    why: `which the change since ${base} touches: ${touched.screens.join(", ")}`,
    tests: touched.tests,
  };
}

/** The files that differ from a commit, with those that Git does not track yet; null: there is no such commit. */
function changedSince(base: string): string[] | null {
  try {
    execFileSync("git", ["cat-file", "-e", `${base}^{commit}`], { cwd: ROOT, stdio: "ignore" });
  } catch {
    return null;
  }
  const files = [
    ...list("diff", "--name-only", "--no-renames", base),
    ...list("ls-files", "--others", "--exclude-standard"),
  ];
  return files.flatMap((file) =>
    /^src\/i18n\/locales\/\w+\.json$/.test(file) ? translated(file, base) : [file],
  );
}

/** The sources whose texts read otherwise in a catalogue than at a commit; the catalogue itself, where one of both has none. */
function translated(catalogue: string, base: string): string[] {
  const isNew = list("ls-tree", "--name-only", base, catalogue).length === 0;
  if (isNew || !existsSync(join(ROOT, catalogue))) return [catalogue];
  const before = git("show", `${base}:${catalogue}`);
  const messages = sourceMessages().map((one) => ({
    key: keyOfSource(one),
    file: one.at.slice(0, one.at.lastIndexOf(":")),
  }));
  return filesOfTranslations(
    JSON.parse(before) as Translations,
    JSON.parse(readFileSync(join(ROOT, catalogue), "utf8")) as Translations,
    messages,
  );
}

/** The paths that a command of Git prints. */
function list(...command: readonly [string, ...string[]]): string[] {
  const [name, ...options] = command;
  return git(name, "-z", ...options)
    .split("\0")
    .filter((file) => file !== "");
}

/** What a command of Git prints. */
function git(...command: readonly string[]): string {
  return execFileSync("git", command, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
}
