import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";

const SCRIPTS = join(import.meta.dirname, "../../scripts");

/** Runs `signature_check` of scripts/release.sh on a release folder that contains one file. */
function signatureCheckOf(file: string) {
  const release = createFolder();
  mkdirSync(join(release, dirname(file)), { recursive: true });
  writeFileSync(join(release, file), "");
  const script = '. "$1/paths.sh"; . "$1/release.sh"; signature_check "$2"';
  const args = ["-euc", script, join(SCRIPTS, "upgrade.sh"), SCRIPTS, release];
  return spawnSync("sh", args, { encoding: "utf8" });
}

test("the installed release checks the signature, whichever of the three paths its program has", () => {
  for (const path of [
    "dist/server/check-signature.js",
    "src/ops/cli/release/main.ts",
    "src/release/main.ts",
  ]) {
    expect(signatureCheckOf(path)).toMatchObject({ status: 0, stdout: `${path}\n`, stderr: "" });
  }
  expect(signatureCheckOf("src/main.ts")).toMatchObject({ status: 1, stdout: "" });
});
