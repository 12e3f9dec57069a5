import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { dropFile, takeFile } from "../../src/ops/installer/inbox.ts";
import { type NotedRequest, noteInterrupted, noteRequest } from "../../src/ops/installer/notes.ts";
import { highestVersion } from "../../src/ops/installer/releases.ts";
import { addAddress, cleanUpAfterEnd, Request } from "../../src/ops/installer/request.ts";
import { RootMachine } from "./root-machine.ts";

// The parts of root's program; test/install/console-upgrade.sh runs it whole.

let machine: RootMachine;
beforeEach(() => {
  machine = new RootMachine();
});
const folder = () => join(machine.places.data, "upgrade");
const inbox = (name: string) => join(folder(), name);
const taken = () => join(machine.root, "taken");
const take = (name: string, maxBytes: number, to = taken()) => takeFile(folder(), name, { to, maxBytes });
const record = () => readFileSync(join(machine.places.run, "record"), "utf8");
const UPGRADE: NotedRequest = {
  action: "upgrade",
  from: "1.0.0",
  version: "2.0.0",
  startedDT: "2026-11-23T10:00:00Z",
};
/** An upgrade to 2.0.0 that was killed. */
const kill = () => noteRequest(machine.places, UPGRADE, { state: "running" });

test.each<[string, (path: string) => void, string]>([
  ["a missing file", () => {}, "missing"],
  ["a link", (path) => symlinkSync("/etc/hostname", path), "notAFile"],
  ["a pipe", (path) => spawnSync("mkfifo", [path]), "notAFile"],
  ["a folder", (path) => mkdirSync(path), "notAFile"],
  ["a large file", (path) => writeFileSync(path, "x".repeat(65)), "tooLarge"],
  [
    "a second name of another file",
    (path) => {
      writeFileSync(`${path}-other`, "x");
      linkSync(`${path}-other`, path);
    },
    "notAFile",
  ],
])("%s in place of the request is not taken", (_, make, problem) => {
  make(inbox("request"));
  expect(() => take("request", 64)).toThrow(expect.objectContaining({ problem }));
  expect(readFileSync(taken(), "utf8")).toBe("");
});

test.each(["data", "upgrade"])("a link in place of the folder %s leads nowhere", (name) => {
  writeFileSync(inbox("request"), "upgrade");
  const [path, elsewhere] = [
    name === "data" ? machine.places.data : folder(),
    join(machine.root, "elsewhere"),
  ];
  renameSync(path, elsewhere);
  symlinkSync(elsewhere, path);
  expect(() => take("request", 64)).toThrow(expect.objectContaining({ problem: "notAFile" }));
  expect(() => dropFile(folder(), "request")).toThrow();
  expect(readFileSync(inbox("request"), "utf8")).toBe("upgrade");
});

test("a folder in place of the request is put aside, whatever it contains", () => {
  mkdirSync(join(inbox("request"), "deep"), { recursive: true });
  dropFile(folder(), "request");
  expect(existsSync(inbox("request"))).toBe(false);
});

test("a file is taken whole, and a full disk is an error", () => {
  const content = "x".repeat(300_000);
  writeFileSync(inbox("bundle.tar.gz"), content);
  take("bundle.tar.gz", 300_000);
  expect(readFileSync(taken(), "utf8")).toBe(content);
  expect(() => take("bundle.tar.gz", 300_000, "/dev/full")).toThrow(
    expect.objectContaining({ problem: "other" }),
  );
});

test.each([
  ["upgrade\n", "upgrade"],
  ["return keep-data\n", "return keep-data"],
  ["upgrade; reboot\n", "upgrade reboot"],
  ["$(reboot)\nupgrade\n", "reboot"],
  ["", ""],
])("of the request %j one line of letters is read, and it is removed first", (content, request) => {
  writeFileSync(inbox("request"), content);
  expect(new Request(machine).take()).toBe(request);
  expect(existsSync(inbox("request"))).toBe(false);
});

test("a refused request leaves a record, and no copy of the bundle", async () => {
  machine.install("1.0.0");
  mkdirSync(machine.places.work);
  const detail = "two\nlines";
  expect(await new Request(machine).finish({ state: "failed", reason: "untrusted", detail })).toBe(1);
  expect(record()).toMatch(
    /^action=\nfrom=1\.0\.0\nversion=\nstarted=.*Z\nat=.*Z\nstate=failed\nreason=untrusted\ndetail=two lines\n$/,
  );
  expect(readFileSync(machine.places.lastUpgrade, "utf8")).toBe(record());
  expect(existsSync(machine.places.work)).toBe(false);
});

test("a record that can't be written to the disk is in memory all the same", async () => {
  machine.install("1.0.0");
  mkdirSync(`${machine.places.lastUpgrade}.new`);
  expect(await new Request(machine).finish({ state: "failed", reason: "noSpace" })).toBe(1);
  expect(record()).toMatch(/^reason=noSpace$/m);
});

test.each([
  ["1.0.0", "failed", "interrupted"],
  ["2.0.0", "done", ""],
])(
  "where version %s runs after an interrupted upgrade to 2.0.0, its record says %s",
  async (current, state, reason) => {
    machine.install(current);
    kill();
    await noteInterrupted(machine);
    const lasting = readFileSync(machine.places.lastUpgrade, "utf8");
    expect(lasting).toMatch(new RegExp(`^state=${state}\nreason=${reason}$`, "m"));
    expect(lasting).toMatch(/^version=2\.0\.0$/m);
  },
);

test("after an interrupted upgrade that was completed, its keys and its version are those that count", async () => {
  machine.install("2.0.0");
  writeFileSync(join(machine.places.app, "2.0.0/release-keys"), "ssh-ed25519 new");
  kill();
  await noteInterrupted(machine);
  expect(highestVersion(machine.places)).toBe("2.0.0");
  expect(readFileSync(machine.places.releaseKeys, "utf8")).toBe("ssh-ed25519 new");
});

test("a finished record stays as it is", async () => {
  machine.install("2.0.0");
  noteRequest(machine.places, UPGRADE, { state: "failed", reason: "older" });
  const before = record();
  await noteInterrupted(machine);
  expect(record()).toBe(before);
});

/** Holds the lock of changes, as a program with these options of flock. */
async function holdLock(...options: readonly string[]): Promise<void> {
  const holder = spawn("flock", [...options, machine.places.lock, "sh", "-c", "echo locked; exec cat"]);
  onTestFinished(() => void holder.stdin.end());
  await once(holder.stdout, "data");
}

test.each([
  ["an upgrade by command", ["-x"], []],
  ["the removal of old folders", ["-n", "-s"], ["systemctl start tallybox"]],
])(
  "the end of a request during %s starts the server only where no upgrade has stopped it",
  async (_, options, calls) => {
    await holdLock(...options);
    await cleanUpAfterEnd(machine);
    expect({ calls: machine.calls, warned: machine.warned }).toEqual({ calls, warned: [] });
  },
);

test("an interrupted request is noted during an upgrade by command, whose trial and last step go on", async () => {
  machine.install("1.0.0");
  kill();
  writeFileSync(machine.places.switch, `version=1.0.0\ndata=${machine.places.trial}\nkeep=kept\n`);
  await holdLock();
  await cleanUpAfterEnd(machine);
  expect({ calls: machine.calls, warned: machine.warned }).toEqual({ calls: [], warned: [] });
  expect(record()).toMatch(/^state=failed\nreason=interrupted$/m);
  expect(existsSync(machine.places.switch)).toBe(true);
});

test("what does not end within a minute is in the journal", async () => {
  machine.lock = () => false;
  await cleanUpAfterEnd(machine);
  expect(machine.warned).toEqual([expect.stringMatching(/still runs after 60 s/)]);
  expect(machine.calls).toEqual([]);
});

test.each([
  ["added", 0],
  ["the address was not added: Cannot find device", 1],
])("the result of an address is noted where the server reads it: %s", async (said, status) => {
  const promote = join(machine.root, "promote");
  const script = `#!/bin/sh\n[ "$*" = --prepared ] && echo "${said}"\nexit ${status}\n`;
  writeFileSync(promote, script, { mode: 0o755 });
  expect(await addAddress(machine, promote)).toBe(status);
  expect(readFileSync(join(machine.places.run, "address"), "utf8")).toBe(`${said}\n`);
  expect(existsSync(join(machine.places.run, "record"))).toBe(false);
});
