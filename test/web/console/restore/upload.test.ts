import { cpSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startRestorable } from "../../../backup/console-restores.ts";
import { ran, sharedFilledFolder } from "../../../backup/copies.ts";
import { openConsole } from "../../../harness/console.ts";
import { createFolder } from "../../../harness/folder.ts";
import { startServer } from "../../../harness/server.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openConsoleAs } from "../log-in.ts";

const filled = await sharedFilledFolder();

const READY = { name: "What the backup holds" } as const;
const UPLOADED = /uploads\/\w+\?offset=0$/;

/** A downloaded backup. */
async function download() {
  const path = join(createFolder(), "tallybox.tar");
  await ran(["tar", "-cf", path, "-C", dirname(filled), basename(filled)]);
  return { name: "tallybox.tar", mimeType: "application/x-tar", buffer: readFileSync(path) };
}

test("an Admin uploads a downloaded backup, also where the connection breaks, and sees what it holds", async () => {
  const server = await startRestorable(filled);
  const { consolePage, page } = await openConsoleAs("admin", "/system/backup/restore", { server });
  await page.getByLabel("From").selectOption({ label: "A downloaded file on this computer" });
  await expectAccessibleLayout(consolePage, "restore-upload", ["light", "dark"]);
  await page.getByLabel("Downloaded backup").setInputFiles(await download());
  let breaks = 0;
  await page.route(UPLOADED, (route) => (breaks++ === 0 ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Check this backup" }).click();
  await page.getByRole("heading", READY).waitFor();
  expect(breaks).toBeGreaterThan(1);
});

test("an Admin chooses among the copies that are found on the server", async () => {
  const disk = createFolder();
  cpSync(filled, join(disk, "nightly"), { recursive: true });
  const server = await startRestorable(filled, { settings: { RESTORE_FOLDERS: disk } });
  const { consolePage, page } = await openConsoleAs("admin", "/system/backup/restore", { server });
  await page.getByLabel("From").selectOption({ label: "A copied folder or a file on the server" });
  await page.getByLabel("Found on the server").waitFor();
  await expect
    .poll(() => page.getByLabel("Folder or file on the server").inputValue())
    .toBe(join(disk, "nightly"));
  await expectAccessibleLayout(consolePage, "restore-folder", ["light", "dark"]);
  await page.getByRole("button", { name: "Check this backup" }).click();
  await page.getByRole("heading", READY).waitFor();
});

test("an empty server takes a downloaded backup with its set-up code", async () => {
  const server = await startServer({ empty: true });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/restore");
  await page.getByLabel("Set-up code").fill(readFileSync(join(server.folder, "setup-code"), "utf8").trim());
  await page.getByLabel("From a downloaded file on this computer").check();
  await page.getByLabel("Downloaded backup").setInputFiles(await download());
  await page.getByRole("button", { name: "Check this backup" }).click();
  await page.getByRole("heading", READY).waitFor();
});
