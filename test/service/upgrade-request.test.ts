import { spawnSync } from "node:child_process";
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
import { beforeEach, expect, test } from "vitest";
import { createUpgradeFolder, SCRIPTS } from "./upgrade-folder.ts";

// The parts of root's scripts; test/install/console-upgrade.sh runs them whole.

let root: string;
let shell: ReturnType<typeof createUpgradeFolder>["shell"];
let install: ReturnType<typeof createUpgradeFolder>["install"];
beforeEach(() => {
  ({ root, shell, install } = createUpgradeFolder());
});
const inbox = (name: string) => join(root, "data/upgrade", name);

test.each<[string, (path: string) => void, number]>([
  ["a missing file", () => {}, 3],
  ["a link", (path) => symlinkSync("/etc/hostname", path), 4],
  ["a pipe", (path) => spawnSync("mkfifo", [path]), 4],
  ["a folder", (path) => mkdirSync(path), 4],
  ["a large file", (path) => writeFileSync(path, "x".repeat(65)), 5],
  [
    "a second name of another file",
    (path) => {
      writeFileSync(`${path}-other`, "x");
      linkSync(`${path}-other`, path);
    },
    4,
  ],
])("%s in place of the request is not taken", (_, make, status) => {
  make(inbox("request"));
  const taken = shell('take request 64 "$2/taken" && echo taken || echo "status $?"');
  expect(taken).toMatchObject({ status: 0, stdout: `status ${status}\n` });
  expect(readFileSync(join(root, "taken"), "utf8")).toBe("");
});

test.each(["data", "data/upgrade"])("a link in place of the folder %s leads nowhere", (folder) => {
  writeFileSync(inbox("request"), "upgrade");
  renameSync(join(root, folder), join(root, "elsewhere"));
  symlinkSync(join(root, "elsewhere"), join(root, folder));
  expect(shell('take request 64 "$2/taken" && echo taken || echo "status $?"').stdout).toBe("status 4\n");
  expect(shell("drop_requests").status).not.toBe(0);
  expect(readFileSync(inbox("request"), "utf8")).toBe("upgrade");
});

test("a folder in place of the request is put aside, whatever it contains", () => {
  mkdirSync(join(inbox("request"), "deep"), { recursive: true });
  expect(shell("drop_requests").status).toBe(0);
  expect(existsSync(inbox("request"))).toBe(false);
});

test("a file is taken whole, and a full disk is an error", () => {
  const content = "x".repeat(300_000);
  writeFileSync(inbox("bundle.tar.gz"), content);
  expect(shell('take bundle.tar.gz 300000 "$2/taken"').status).toBe(0);
  expect(readFileSync(join(root, "taken"), "utf8")).toBe(content);
  expect(shell('take bundle.tar.gz 300000 /dev/full && echo taken || echo "status $?"').stdout).toBe(
    "status 1\n",
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
  expect(shell('take_request; printf %s "$request"')).toMatchObject({ status: 0, stdout: request });
  expect(existsSync(inbox("request"))).toBe(false);
});

test("a refused request leaves a record, and no copy of the bundle", () => {
  install("1.0.0");
  mkdirSync(join(root, "app/.request"));
  expect(shell("action=upgrade; refuse untrusted 'two\nlines'").status).toBe(1);
  const record = readFileSync(join(root, "run/record"), "utf8");
  expect(record).toMatch(
    /^action=upgrade\nfrom=.*\nversion=\nstarted=.*Z\nat=.*Z\nstate=failed\nreason=untrusted\ndetail=two lines\n$/,
  );
  expect(readFileSync(join(root, "app/last-upgrade"), "utf8")).toBe(record);
  expect(existsSync(join(root, "app/.request"))).toBe(false);
});

test("a record that can't be written to the disk is in memory all the same", () => {
  install("1.0.0");
  mkdirSync(join(root, "app/last-upgrade.new"));
  expect(shell("action=upgrade; refuse noSpace").status).toBe(1);
  expect(readFileSync(join(root, "run/record"), "utf8")).toMatch(/^reason=noSpace$/m);
});

test.each([
  ["1.0.0", "failed", "interrupted"],
  ["2.0.0", "done", ""],
])(
  "where version %s runs after an interrupted upgrade to 2.0.0, its record says %s",
  (current, state, reason) => {
    install(current);
    expect(shell("action=upgrade version=2.0.0; note_upgrade running '' ''; note_interrupted").status).toBe(
      0,
    );
    const record = readFileSync(join(root, "app/last-upgrade"), "utf8");
    expect(record).toMatch(new RegExp(`^state=${state}\nreason=${reason}$`, "m"));
    expect(record).toMatch(/^version=2\.0\.0$/m);
  },
);

test("after an interrupted upgrade that was completed, its keys and its version are those that count", () => {
  install("2.0.0");
  writeFileSync(join(root, "app/2.0.0/release-keys"), "ssh-ed25519 new");
  const interrupted = "action=upgrade version=2.0.0; note_upgrade running '' ''; note_interrupted";
  expect(shell(`RELEASE_KEYS=$2/release-keys; ${interrupted}; highest_version`)).toMatchObject({
    status: 0,
    stdout: "2.0.0\n",
  });
  expect(readFileSync(join(root, "release-keys"), "utf8")).toBe("ssh-ed25519 new");
});

test("a finished record stays as it is", () => {
  install("2.0.0");
  shell("action=upgrade version=2.0.0; note_upgrade failed older ''");
  const record = readFileSync(join(root, "app/last-upgrade"), "utf8");
  expect(shell("note_interrupted").status).toBe(0);
  expect(readFileSync(join(root, "app/last-upgrade"), "utf8")).toBe(record);
});

test.each([
  ["an upgrade by command", "flock -x", "stop tallybox"],
  ["the removal of old folders", "flock -n -s", "stop tallybox\nstart tallybox"],
])(
  "the end of a request during %s starts the server only where no upgrade has stopped it",
  (_, flock, calls) => {
    writeFileSync(join(root, "systemctl"), '#!/bin/sh\necho "$@" >>"$(dirname "$0")/calls"\n', {
      mode: 0o755,
    });
    const script = `PATH=$2:$PATH LOCK=$2/lock; exec 9>"$LOCK"; ${flock} 9; systemctl stop tallybox`;
    expect(shell(`${script}; clean_up_after_kill`)).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(root, "calls"), "utf8")).toBe(`${calls}\n`);
  },
);

test("an interrupted request is noted during an upgrade by command, whose trial and last step go on", () => {
  install("1.0.0");
  mkdirSync(join(root, "here/scripts"), { recursive: true });
  for (const name of ["systemctl", "here/scripts/settle.sh"])
    writeFileSync(join(root, name), '#!/bin/sh\necho "$0 $*" >&2\n', { mode: 0o755 });
  const places = "HERE=$2/here PATH=$2:$PATH LOCK=$2/lock; drop_requests() { :; }";
  const killed = "action=upgrade version=2.0.0; note_upgrade running '' ''";
  const lock = 'exec 9>"$LOCK"; flock 9';
  expect(shell(`${places}; ${killed}; ${lock}; clean_up_after_kill`)).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(readFileSync(join(root, "run/record"), "utf8")).toMatch(/^state=failed\nreason=interrupted$/m);
});

test("what does not end within a minute is in the journal", () => {
  const script = readFileSync(join(SCRIPTS, "upgrade-request"), "utf8");
  const stand = `id() { echo 0; }; flock() { return 1; }; UPGRADE_RUN=${root}/run\n[ "$(id`;
  const ended = spawnSync(
    "sh",
    ["-c", script.replace('[ "$(id', () => stand), join(SCRIPTS, "x"), "--ended"],
    {
      encoding: "utf8",
    },
  );
  expect(ended).toMatchObject({ status: 0, stderr: expect.stringMatching(/still runs after 60 s/) });
});

test.each([
  ["added", 0],
  ["the address was not added: Cannot find device", 1],
])("the result of an address is noted where the server reads it: %s", (said, status) => {
  writeFileSync(
    join(root, "promote"),
    `#!/bin/sh\n[ "$*" = --prepared ] && echo "${said}"\nexit ${status}\n`,
    {
      mode: 0o755,
    },
  );
  expect(shell('add_address "$2/promote"')).toMatchObject({ status, stdout: `${said}\n` });
  expect(readFileSync(join(root, "run/address"), "utf8")).toBe(`${said}\n`);
  expect(existsSync(join(root, "run/record"))).toBe(false);
});
