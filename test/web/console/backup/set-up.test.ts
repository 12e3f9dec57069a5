import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { parseRecoveryText } from "../../../../src/ops/backup/restic/destination.ts";
import * as store from "../../../../src/ops/backup/targets/store.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  proved,
  startBackupServer,
} from "../../../backup/targets/targets.ts";
import { createFolder } from "../../../harness/folder.ts";
import { openConsoleAs } from "../log-in.ts";

needsRestic();

const A4 = { format: "A4", margin: { top: "10mm", right: "10mm", bottom: "10mm", left: "10mm" } } as const;

function createDisk(): string {
  const path = join(createFolder(), "nas");
  mkdirSync(path);
  return path;
}

/** Fills in the form for a folder and sends it. */
async function setUpFolder(page: Page, path: string): Promise<void> {
  await page.getByRole("link", { name: "Set up automatic backup" }).click();
  await page.getByLabel("Name").fill("NAS in the office");
  await page.getByLabel("Folder", { exact: true }).fill(path);
  await page.getByRole("button", { name: "Set up and show the recovery sheet" }).click();
}

test("a storekeeper sets up a backup to a folder: the sheet is one page of A4 that opens the backups, and after the first backup and its test restore the page says that the data are safe", async () => {
  const { server } = await startBackupServer();
  const { consolePage, page } = await openConsoleAs("admin", "/system/backup", { server });
  await page.getByRole("heading", { name: "The data are not backed up" }).waitFor();
  const disk = createDisk();
  // Tests may have their data folders and this one in one file system.
  const isSafe = statSync(disk).dev !== statSync(server.folder).dev;
  const verdict = isSafe ? "Your data are safe" : "The backup is on the same disk as the data";
  await setUpFolder(page, disk);
  await page.getByRole("heading", { name: "Recovery sheet", exact: true }).waitFor();
  const pdf = await page.pdf(A4);
  expect((await getDocumentProxy(new Uint8Array(pdf))).numPages).toBe(1);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const text = readFileSync(await (await saving).path(), "utf8");
  const passphrase = await page.locator("article code").first().innerText();
  expect(parseRecoveryText(text)).toMatchObject({ destination: { kind: "folder", path: disk }, passphrase });

  const done = page.getByRole("button", { name: "Done" });
  await expect.poll(() => done.isDisabled()).toBe(true);
  await page.getByLabel(/I have printed the sheet/).check();
  await done.click();
  await page.getByText("The newest backup has everything up to").waitFor();
  await page.getByText("Unproven").waitFor();
  await page.getByRole("button", { name: "Test restore now" }).click();
  await page.getByText(/^Restored as a test at .*: complete/).waitFor();
  await page.getByRole("cell", { name: "Complete" }).waitFor();
  await consolePage.open(server.url, "/system/backup");
  await page.getByRole("heading", { name: verdict }).waitFor();
  await consolePage.open(server.url, "/overview");
  await page.getByText(verdict, { exact: true }).waitFor();
});

test("a missing restic is told before the form, which appears once it is installed; a missing SSH client is told where SFTP is chosen", async () => {
  const missing: ("restic" | "openssh-client")[] = ["restic", "openssh-client"];
  const { server } = await startBackupServer({ backups: { missing } });
  const { page } = await openConsoleAs("admin", "/system/backup/new", { server });
  await page.getByText("sudo apt install restic").waitFor();
  await expect.poll(() => page.getByRole("radio").count()).toBe(0);
  missing.shift();
  await page.getByRole("radio", { name: /SFTP/ }).check();
  await page.getByText("sudo apt install openssh-client").waitFor();
  await page.getByRole("radio", { name: /folder/i }).check();
  await expect.poll(() => page.getByText("sudo apt install").count()).toBe(0);
});

test("backups on the data's own disk are named as such on the page, on the overview and in the system, and never safe", async () => {
  const { server, admin } = await startBackupServer();
  const { oid } = await addTarget(admin, folderDestination());
  await nextRunOf(server, oid);
  await proved(server, oid);
  await server.appliance.dependencies.storage.write(null, (tx) => {
    store.setRisk.run(tx, { oid, risk: "sameDisk" });
  });
  const { consolePage, page } = await openConsoleAs("admin", "/system/backup", { server });
  await page.getByRole("heading", { name: "The backup is on the same disk as the data" }).waitFor();
  await page.getByText("This folder is on the disk of the data").waitFor();
  await consolePage.open(server.url, "/overview");
  const attention = page.locator("[aria-labelledby=waiting-now]");
  await attention.getByText("The backup is on the same disk as the data: NAS").waitFor();
  await consolePage.open(server.url, "/system");
  await page.getByText("The backup is on the same disk as the data: NAS").waitFor();
  await expect.poll(() => page.getByText("No problems").count()).toBe(0);
});

test("leaving the recovery sheet before it is confirmed as stored asks first; a wrong folder is named at its field", async () => {
  const { server } = await startBackupServer();
  const { page } = await openConsoleAs("admin", "/system/backup", { server });
  await setUpFolder(page, "/nowhere/at/all");
  await page.getByText("Folder: must be an existing folder").waitFor();
  await expect.poll(() => page.getByText("destination.path").count()).toBe(0);
  await page.getByLabel("Folder", { exact: true }).fill(createDisk());
  await page.getByRole("button", { name: "Set up and show the recovery sheet" }).click();
  await page.getByRole("heading", { name: "Recovery sheet", exact: true }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Articles", exact: true }).click();
  await page.getByText("Leave without the recovery sheet?").waitFor();
  await page.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("heading", { name: "Recovery sheet", exact: true }).waitFor();
});

test("where backups are at the place already, the form asks for their passphrase; pausing, resuming and removing a target need no other sheet", async () => {
  const { server, admin } = await startBackupServer();
  const path = createDisk();
  const given = { name: "Old", destination: { kind: "folder", path } };
  const { target, recoverySheet } = (await admin.post("/api/backup/targets", given)).body;
  await admin.delete(`/api/backup/targets/${target.oid}`);
  const { page } = await openConsoleAs("admin", "/system/backup", { server });
  await setUpFolder(page, path);
  await page.getByText(/There are backups at this place already/).waitFor();
  await page.getByLabel("Passphrase of the backups there").fill(recoverySheet.passphrase);
  await page.getByRole("button", { name: "Set up and show the recovery sheet" }).click();
  await page.getByLabel(/I have printed the sheet/).check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByRole("link", { name: "Set up automatic backup" }).waitFor();
});
