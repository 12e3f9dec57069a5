import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SYSTEM_FOLDERS } from "../../src/ops/backup/targets/system-folders.ts";
import { createFolder } from "../harness/folder.ts";
import { SCRIPTS } from "./upgrade-folder.ts";

// scripts/allow-folder with the units in a folder of the test. test/install/operating.sh runs it on an installed server.

function prepare() {
  const root = createFolder();
  for (const name of ["scripts", "units", "bin"]) mkdirSync(join(root, name));
  copyFileSync(join(SCRIPTS, "allow-folder"), join(root, "scripts/allow-folder"));
  const paths = readFileSync(join(SCRIPTS, "paths.sh"), "utf8");
  writeFileSync(join(root, "scripts/paths.sh"), `${paths}\nUNITS=${root}/units\n`);
  for (const [name, body] of [
    ["systemctl", "exit 0"],
    ["setpriv", "exit 0"],
    ["id", "echo 0"],
  ] as const) {
    writeFileSync(join(root, "bin", name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(root, "bin", name), 0o755);
  }
  const run = (...args: readonly string[]) => {
    const env = { PATH: `${root}/bin:/usr/bin:/bin` };
    const { status, stderr } = spawnSync("sh", [join(root, "scripts/allow-folder"), ...args], {
      env,
      encoding: "utf8",
    });
    return { status, stderr, units: readdirSync(join(root, "units")) };
  };
  return { root, run };
}

test.each(["/", "/var", "/opt", ...SYSTEM_FOLDERS, "/etc/ssl", "/var/lib/postgresql"])(
  "%s is refused as in the server, and nothing is written",
  (folder) => {
    expect(prepare().run(folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("belongs to the system"),
      units: [],
    });
  },
);

test("a link to a folder of the system is refused", () => {
  const { root, run } = prepare();
  symlinkSync("/etc", join(root, "link"));
  expect(run(join(root, "link"))).toMatchObject({ status: 1, units: [] });
  expect(run(join(root, "link/ssl"))).toMatchObject({ status: 1, units: [] });
});

test("another folder is allowed, also one whose name begins as a folder of the system, and taken back", () => {
  const { root, run } = prepare();
  mkdirSync(join(root, "etc-copies"));
  expect(run(join(root, "etc-copies"))).toMatchObject({ status: 0, units: ["tallybox.service.d"] });
  expect(run("--remove", join(root, "etc-copies"))).toMatchObject({ status: 0, units: [] });
});
