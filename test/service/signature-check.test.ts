import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/check-release.sh");

/** Runs `signature_check` of scripts/check-release.sh on a release folder that contains one file. */
function signatureCheckOf(file: string) {
  const release = createFolder();
  mkdirSync(join(release, dirname(file)), { recursive: true });
  writeFileSync(join(release, file), "");
  const [check = ""] = /^signature_check\(\) .*?^}/ms.exec(readFileSync(SCRIPT, "utf8")) ?? [];
  const args = ["-euc", `${check}; signature_check "$1"`, "sh", release];
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
