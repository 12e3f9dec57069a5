import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findInterruptedRestore } from "../../src/ops/backup/data-folder/interrupted-restore.ts";
import { isGeneration } from "../../src/storage/files/file-names.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { contentsOf } from "./contents.ts";
import { copyOf, ran, sharedFilledFolder } from "./copies.ts";
import { asMount, countsOf, createEarlierFolder } from "./restore-folders.ts";

const filled = await sharedFilledFolder();

const PRELOAD = ["--import", join(import.meta.dirname, "kill-at.ts")];
const plainly = (into: string, copy: string, nodeArguments: readonly string[] = []) => [
  process.execPath,
  ...nodeArguments,
  PROGRAMS.restore,
  copy,
  "--into",
  into,
];

/** The contents of `into` and of every folder that a restore into it may have set aside. */
function candidates(into: string): Record<string, string>[] {
  const parent = join(into, "..");
  const earlier = readdirSync(parent).filter((name) => name.startsWith("data.before-"));
  const inside = existsSync(into) ? readdirSync(into).filter((name) => name.startsWith("before-")) : [];
  const folders = [...earlier.map((name) => join(parent, name)), ...inside.map((name) => join(into, name))];
  return [...folders, ...(existsSync(into) ? [into] : [])].map(contentsOf);
}
/** The data files in a folder whose contents are exchanged. */
const withoutKept = (contents: Record<string, string>) =>
  Object.fromEntries(Object.entries(contents).filter(([name]) => !/^(before|swapping|new)-/.test(name)));

/** Restores with a kill at the n-th rename or removal, checks the result, and restores again. False: n was too high. */
async function killedAt(n: number, command: typeof plainly): Promise<boolean> {
  const copy = copyOf(filled);
  const into = createEarlierFolder(filled);
  const earlier = contentsOf(into);
  const first = await ran(command(into, copy, PRELOAD), { KILL_AT: String(n) });
  if (first.status === 0) return false;
  const isRefused = findInterruptedRestore(into) !== null;
  // A start uses the earlier data or the restored ones, or is refused; it never starts empty or with a mixture.
  if (!isRefused) {
    const found = withoutKept(contentsOf(into));
    expect([earlier, countsOf(copy)], `killed at ${n}`).toContainEqual(found);
  } else if (existsSync(into) && readdirSync(into).some(isGeneration)) {
    expect(readdirSync(into).join(" "), `killed at ${n}`).toContain("swapping-");
  }
  const again = await ran(command(into, copy));
  expect(again.stderr, `killed at ${n}`).toContain("Restored to ");
  expect(withoutKept(contentsOf(into))).toEqual(countsOf(copy));
  expect(candidates(into), `killed at ${n}`).toContainEqual(earlier);
  expect(findInterruptedRestore(into)).toBeNull();
  return true;
}

test.each([
  ["beside the folder", plainly, 2],
  ["in a mount point", asMount, 12],
])(
  "a restore killed at any point %s leaves the earlier data whole, a start never sees a mixture, and a rerun works",
  async (_, command, least) => {
    let killed = 0;
    for (let n = 1; ; n += 3) {
      const outcomes = await Promise.all([n, n + 1, n + 2].map((at) => killedAt(at, command)));
      killed += outcomes.filter((wasKilled) => wasKilled).length;
      if (outcomes.includes(false)) break;
    }
    expect(killed).toBeGreaterThanOrEqual(least);
  },
);
