import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createFolder } from "../harness/folder.ts";

/** The scripts of root. */
export const SCRIPTS = join(import.meta.dirname, "../../scripts");
/** The places of the scripts in a folder of the test, and the service's rights are those of the test. */
const PLACES = `. "$1/paths.sh"; APP=$2/app DATA=$2/data UPGRADE_RUN=$2/run LAST_UPGRADE=$2/app/last-upgrade UPGRADE_WORK=$2/app/.request
. "$1/upgrade-steps.sh"; HIGHEST=$2/app/highest-version node=$3 is_stopped=no`;

/** The folders of an installation, in a folder of the test. It is removed when the test ends. */
export function createUpgradeFolder() {
  const root = createFolder();
  for (const folder of ["app", "data", "data/upgrade", "run"]) mkdirSync(join(root, folder));
  return {
    root,
    /** Runs lines of shell as upgrade-request does. */
    shell: (lines: string) =>
      spawnSync(
        "sh",
        ["-euc", `${PLACES}\n${lines}`, join(SCRIPTS, "upgrade-request"), SCRIPTS, root, process.execPath],
        { encoding: "utf8" },
      ),
    /** Adds versions; `current` runs. */
    install(current: string, ...others: readonly string[]): void {
      for (const version of [current, ...others])
        mkdirSync(join(root, "app", version, "migrations"), { recursive: true });
      symlinkSync(current, join(root, "app/current"));
    },
  };
}
