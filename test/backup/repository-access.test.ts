import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { privateKeyFile, publicKeyLine } from "../../src/ops/backup/restic/connection.ts";
import { parseRecoveryText, recoveryText } from "../../src/ops/backup/restic/destination.ts";
import { detailOf, failureKind } from "../../src/ops/backup/restic/failures.ts";
import { createFolder } from "../harness/folder.ts";

const SEED = Buffer.alloc(32, 3).toString("base64url");
const ACCESS = {
  destination: {
    ...{ kind: "sftp" as const, host: "nas.lan", port: 22, user: "box", path: "backups" },
    hostKey: "ssh-ed25519 AAAA",
  },
  secrets: { sshSeed: SEED },
  passphrase: "abcd-efgh",
};

test("the text of a recovery sheet opens the repository again, also when it was broken into lines", () => {
  const text = recoveryText(ACCESS);
  expect(parseRecoveryText(text)).toEqual(ACCESS);
  expect(parseRecoveryText(` ${text.replaceAll(/.{40}/g, "$&\n")}`)).toEqual(ACCESS);
  // A QR code of this length can be read from paper.
  expect(text.length).toBeLessThan(500);
});

test.each([
  ["another text", "tallybox"],
  ["an unfinished text", recoveryText(ACCESS).slice(0, -20)],
  ["no JSON", "tallybox-recovery:1:AAAA"],
  ["another version", recoveryText(ACCESS).replace(":1:", ":2:")],
  [
    "a host that ssh would take for an option",
    recoveryText({ ...ACCESS, destination: { ...ACCESS.destination, host: "-oProxyCommand=x" } }),
  ],
  [
    "a user with a line end",
    recoveryText({ ...ACCESS, destination: { ...ACCESS.destination, user: "a\nProxyCommand x" } }),
  ],
  ["no passphrase", recoveryText({ ...ACCESS, passphrase: "" })],
])("%s is no recovery sheet", (_, text) => {
  expect(parseRecoveryText(text)).toBeNull();
});

test("OpenSSH reads the key of a seed", ({ skip }) => {
  const file = join(createFolder(), "key");
  writeFileSync(file, privateKeyFile(SEED), { mode: 0o600 });
  const { stdout, error } = spawnSync("ssh-keygen", ["-yf", file], { encoding: "utf8" });
  if (error !== undefined) skip("ssh-keygen is not installed (apt install openssh-client)");
  expect(stdout.trim()).toBe(publicKeyLine(SEED));
});

test.each([
  ["hostKey", "subprocess ssh: Host key verification failed."],
  ["login", "subprocess ssh: box@127.0.0.1: Permission denied (publickey)."],
  ["login", "Fatal: unable to open config file: unexpected HTTP response (401): 401 Unauthorized"],
  ["passphrase", "Fatal: wrong password or no key found"],
  ["exists", "Fatal: create repository at /x failed: config file already exists"],
  ["locked", "unable to create lock in backend: repository is already locked by PID 7"],
  ["targetFull", "write /mnt/nas/data/ab: no space left on device"],
  ["blocked", "dial tcp 203.0.113.7:443: connect: operation not permitted"],
  [
    "unreachable",
    'Head "http://u:***@127.0.0.1:9/config": dial tcp 127.0.0.1:9: connect: connection refused',
  ],
  ["notWritable", "mkdir /mnt/nas/keys: read-only file system"],
  [
    "noRepository",
    "unable to open config file: stat /x/config: no such file or directory\nIs there a repository at the following location?",
  ],
  ["damaged", "ciphertext verification failed"],
  [
    "damaged",
    "Load(<data/5648>, 200047, 0) returned error, retrying: open /x/data/56/5648: no such file or directory\nignoring error for /e/f: StreamPack: open /x/data/56/5648: no such file or directory",
  ],
  ["damaged", "ignoring error for /e/f: StreamPack: ReadFull: unexpected EOF"],
  ["damaged", "ignoring error for /: id 492029866c1b not found in repository"],
  ["other", "something new"],
])("%s: %s", (kind, messages) => {
  expect(failureKind(messages)).toBe(kind);
});

test.each([
  ["noSpace", "Fatal: write /data/new-backup-1/restic-temp-pack-2: no space left on device"],
  ["noSpace", "mkdir /cache/restic/ab: disk quota exceeded"],
  ["targetFull", "write /mnt/nas/data/ab: no space left on device"],
  ["targetFull", "removing /data/new-backup-1/x\nwrite /mnt/nas/data/ab: no space left on device"],
])("%s, by the folder that is full: %s", (kind, messages) => {
  expect(failureKind(messages, ["/data/new-backup-1", "/cache/restic"])).toBe(kind);
});

test("the detail of an error has no secret, also not as a part of an address", () => {
  const shown = detailOf("Head http://u:p%40ss/x\n p@ss", ["p@ss", ""]);
  expect(shown).toBe("Head http://u:***/x · ***");
});
