import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createUpgradeFolder } from "./upgrade-folder.ts";

// What root's scripts know of the versions on a machine, and of the data of an earlier one.

let root: string;
let shell: ReturnType<typeof createUpgradeFolder>["shell"];
let install: ReturnType<typeof createUpgradeFolder>["install"];
beforeEach(() => {
  ({ root, shell, install } = createUpgradeFolder());
});

test("the previous version is the newest of the older ones", () => {
  install("1.10.0", "1.2.0", "1.9.0", "2.0.0");
  mkdirSync(join(root, "app/1x"));
  expect(shell("previous_version")).toMatchObject({ status: 0, stdout: "1.9.0\n" });
});

test("without an older version there is no previous one", () => {
  install("1.10.0", "2.0.0");
  expect(shell("previous_version")).toMatchObject({ status: 0, stdout: "" });
});

test("after going back, no version below the highest is taken", () => {
  for (const version of ["1.9.0", "1.10.0", "1.2.0"]) expect(shell(`note_highest ${version}`).status).toBe(0);
  expect(shell("highest_version").stdout).toBe("1.10.0\n");
});

test("versions with other migrations can't use each other's data", () => {
  install("2.0.0", "1.0.0", "1.1.0");
  for (const version of ["1.0.0", "1.1.0", "2.0.0"])
    writeFileSync(join(root, "app", version, "migrations/0001-schema.sql"), "one");
  writeFileSync(join(root, "app/2.0.0/migrations/0002-more.sql"), "two");
  expect(shell("has_same_schema 1.0.0 1.1.0").status).toBe(0);
  expect(shell("has_same_schema 1.0.0 2.0.0").status).toBe(1);
});

test("of the folders of an upgrade to a version the newest one counts", () => {
  for (const name of [
    "data.before-2.0.0",
    "data.before-2.0.0-2",
    "data.before-2.0.01",
    "data.before-3.0.0",
  ]) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "tally-20260101T000000000Z.db"), "");
  }
  writeFileSync(join(root, "stat"), "#!/bin/sh\ncase $3 in *-2) echo 20 ;; *) echo 10 ;; esac\n", {
    mode: 0o755,
  });
  expect(shell("PATH=$2:$PATH; data_before 2.0.0")).toMatchObject({
    status: 0,
    stdout: `${root}/data.before-2.0.0-2\n`,
  });
  expect(shell("data_before 4.0.0")).toMatchObject({ status: 0, stdout: "" });
});
