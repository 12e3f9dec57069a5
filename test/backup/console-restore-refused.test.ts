import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { newestVersion } from "../../src/storage/database/migrations.ts";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { setSchemaVersion } from "../storage/storage-setup.ts";
import { encryptedCheaply, PASSPHRASE } from "./age-files.ts";
import {
  begin,
  beginAndRead,
  CURRENT,
  confirm,
  namesIn,
  RESTORES,
  startRestorable,
} from "./console-restores.ts";
import { copyOf, mainFileOf, ran, sharedFilledFolder } from "./copies.ts";

const filled = await sharedFilledFolder();

/** A downloaded backup of the filled folder, in a folder of the test. */
async function archive(): Promise<string> {
  const file = join(createFolder(), "backup.tar");
  await ran(["tar", "-cf", file, "-C", dirname(filled), basename(filled)]);
  return file;
}

/** An encrypted download of the filled folder. */
async function encrypted(): Promise<string> {
  const file = await archive();
  writeFileSync(`${file}.age`, await encryptedCheaply(readFileSync(file)));
  return `${file}.age`;
}

function removeDatabases(folder: string): void {
  for (const name of namesIn(folder, "tally-")) rmSync(join(folder, name));
}

test.each<[string, (copy: string) => void, string]>([
  ["is damaged", (copy) => truncateSync(mainFileOf(copy), 8192), "damaged"],
  ["was written by a newer version", (copy) => setSchemaVersion(copy, newestVersion() + 1), "newer"],
  ["was written by a version that is too old", (copy) => setSchemaVersion(copy, 115), "foreign"],
  ["holds something else", removeDatabases, "foreign"],
  [
    "has settings that are not valid",
    (copy) => writeFileSync(join(copy, "settings.json"), '{"Port": "x"}'),
    "settings",
  ],
])("a copy that %s is refused with a sentence, and another one can be chosen", async (_, change, reason) => {
  const server = await startRestorable(filled);
  const copy = copyOf(filled);
  change(copy);
  const plan = await beginAndRead(server.admin, copy);
  expect(plan).toMatchObject({ state: "failed", error: { reason, message: expect.stringMatching(/\.$/) } });
  expect(JSON.stringify(plan)).not.toContain(server.folder);
  await eventually(() => expect(namesIn(server.folder, "new-")).toEqual([]));
  expect((await confirm(server.admin)).status).toBe(400);
  expect(await beginAndRead(server.admin, copyOf(filled))).toMatchObject({ state: "ready", error: null });
  expect(namesIn(server.folder, "new-")).toHaveLength(1);
});

test("a downloaded file is restored, an encrypted one with its passphrase alone", async () => {
  const { admin } = await startRestorable(filled);
  expect(await beginAndRead(admin, await archive())).toMatchObject({ state: "ready", isWhole: true });
  await admin.delete(CURRENT);
  const file = await encrypted();
  expect((await beginAndRead(admin, file)).error?.reason).toBe("passphraseMissing");
  expect((await beginAndRead(admin, file, "another passphrase")).error?.reason).toBe("passphraseWrong");
  truncateSync(`${file}`, readFileSync(file).length - 100);
  expect((await beginAndRead(admin, file, PASSPHRASE)).error?.reason).toBe("damaged");
  const whole = await beginAndRead(admin, await encrypted(), PASSPHRASE);
  expect(whole).toMatchObject({ state: "ready", isWhole: true });
});

test("an Admin can name the permitted folders only, and no link that leads out of them", async () => {
  const [permitted, elsewhere] = [createFolder(), createFolder()];
  cpSync(filled, join(elsewhere, "copy"), { recursive: true });
  symlinkSync(join(elsewhere, "copy"), join(permitted, "link"));
  mkdirSync(join(permitted, "empty"));
  const server = await startRestorable(filled, { settings: { RESTORE_FOLDERS: permitted } });
  const { admin } = server;
  const refused = [
    join(elsewhere, "copy"),
    join(permitted, "link"),
    `${permitted}/../${basename(elsewhere)}/copy`,
  ];
  for (const path of [...refused, "/etc/passwd", "/etc/none", "copy"]) {
    const { status, body } = await begin(admin, path);
    expect(status, path).toBe(400);
    expect(body.message, path).toContain(permitted);
  }
  expect((await begin(admin, join(permitted, "none"))).body.message).toContain("no such folder or file");
  expect((await begin(admin, server.folder)).status).toBe(400);
  expect((await beginAndRead(admin, join(permitted, "empty"))).error?.reason).toBe("foreign");
});

test("the copies on mounted disks are listed, the newest first, without links and what can't be read", async () => {
  const disk = createFolder();
  const [copy, file] = [join(disk, "nightly", "tallybox"), join(disk, "backup.tar.age")];
  cpSync(filled, copy, { recursive: true });
  writeFileSync(file, "an archive");
  utimesSync(file, new Date(), new Date("2020-01-05T10:00:00.000Z"));
  writeFileSync(join(disk, "letter.txt"), "something else");
  symlinkSync(filled, join(disk, "link"));
  const settings = { RESTORE_FOLDERS: `${disk},${join(disk, "none")}` };
  const { admin } = await startRestorable(filled, { settings });
  const { body } = await admin.get(`${RESTORES}/copies`);
  expect(body).toEqual([
    { path: copy, kind: "folder", at: expect.stringMatching(/^\d{4}-.*Z$/), bytes: null },
    { path: file, kind: "file", at: "2020-01-05T10:00:00.000Z", bytes: 10 },
  ]);
});

test("a full disk is refused before the copying, with what is missing", async () => {
  const { admin } = await startRestorable(filled, { settings: { STORAGE_RESERVE_MEGABYTES: "999999999" } });
  const { error, state } = await beginAndRead(admin, copyOf(filled));
  expect(state).toBe("failed");
  expect(error?.reason).toBe("full");
  expect(error?.missingMegabytes).toBeGreaterThan(1_000_000);
  expect(error?.message).toContain("MB more are needed");
});
