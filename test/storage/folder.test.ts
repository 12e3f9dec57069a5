import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StartupError } from "../../src/platform/startup-error.ts";
import { createFolder } from "../harness/folder.ts";
import {
  contentOf,
  createFilledFolder,
  generationOf,
  names,
  openTestStorage,
  setSchemaVersion,
} from "./storage-setup.ts";

test.each([
  ["the same folder", (folder: string) => folder],
  [
    "a link to it",
    (folder: string) => {
      const link = `${folder}-link`;
      symlinkSync(folder, link);
      return link;
    },
  ],
])("a second start on %s is refused and names the first", async (_, second) => {
  const folder = createFolder();
  await openTestStorage(folder);
  await expect(openTestStorage(second(folder))).rejects.toThrow(
    new RegExp(`process ${process.pid}\\) already uses`),
  );
});

test("the folder is free at once when its process is killed", async () => {
  const folder = createFolder();
  const script = `
    import { openStorage } from ${JSON.stringify(join(import.meta.dirname, "../../src/storage/open-storage.ts"))};
    import { makeClock } from ${JSON.stringify(join(import.meta.dirname, "../../src/platform/clock.ts"))};
    await openStorage({ folder: ${JSON.stringify(folder)}, clock: makeClock(), reserveBytes: 0, onSyncFailure() {} });
    process.kill(process.pid, "SIGKILL");`;
  const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
  expect(signal).toBe("SIGKILL");
  expect(names(await openTestStorage(folder))).toEqual([]);
});

const keyed = (folder: string) => writeFileSync(join(folder, "jwt.key"), "x");
const refusedDatabases: [string, (folder: string) => void, RegExp][] = [
  [
    "has lost its log",
    (folder) => {
      keyed(folder);
      rmSync(join(folder, `${generationOf(folder)}-wal`));
    },
    /log is missing/,
  ],
  [
    "has an emptied log",
    (folder) => {
      keyed(folder);
      truncateSync(join(folder, `${generationOf(folder)}-wal`));
    },
    /log is damaged/,
  ],
  [
    "has a log without a head",
    (folder) => {
      keyed(folder);
      const wal = join(folder, `${generationOf(folder)}-wal`);
      writeFileSync(wal, Buffer.concat([Buffer.alloc(32), readFileSync(wal).subarray(32)]));
    },
    /log is damaged/,
  ],
  ["was cut short", (folder) => truncateSync(join(folder, generationOf(folder)), 8192), /truncated/],
  [
    "is no database",
    (folder) => writeFileSync(join(folder, generationOf(folder)), "hello".repeat(100)),
    /not a database/,
  ],
  ["is from a newer program", (folder) => setSchemaVersion(folder, 9999), /version 9999.*newer program/],
  [
    "is too old",
    (folder) => setSchemaVersion(folder, 115),
    /the data are of version 115, this program reads versions 116 to \d+; start them once with tallybox 0\.1\.0$/,
  ],
];
test.each(refusedDatabases)("a database that %s is refused and left unchanged", async (_, damage, reason) => {
  const folder = await createFilledFolder();
  damage(folder);
  const before = contentOf(folder);
  await expect(openTestStorage(folder)).rejects.toThrow(StartupError);
  await expect(openTestStorage(folder)).rejects.toThrow(reason);
  expect(contentOf(folder)).toEqual(before);
});

test("a folder with other files but no database is refused", async () => {
  const folder = createFolder();
  writeFileSync(join(folder, "holiday.jpg"), "");
  await expect(openTestStorage(folder)).rejects.toThrow(/no database, but "holiday.jpg"/);
  expect(readdirSync(folder)).toEqual(["holiday.jpg"]);
});

test("settings, keys, a lock and the remains of an interrupted start do not prevent the first start", async () => {
  const folder = createFolder();
  for (const name of [
    "settings.json",
    "jwt.key",
    "device-codes.key",
    "second-factor.key",
    "webhooks.key",
    "backup.key",
    "seal.key",
    "setup-code",
    "tallybox.lock",
    "new-tally-x.db",
  ]) {
    writeFileSync(join(folder, name), "");
  }
  mkdirSync(join(folder, "lost+found"));
  await openTestStorage(folder);
  expect(readdirSync(folder)).not.toContain("new-tally-x.db");
});
