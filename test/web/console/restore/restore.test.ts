import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { added } from "../../../articles/samples.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  startBackupServer,
} from "../../../backup/targets/targets.ts";
import { type ConsolePage, openConsole } from "../../../harness/console.ts";
import { eventually } from "../../../harness/eventually.ts";
import { createFolder } from "../../../harness/folder.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openConsoleAs } from "../log-in.ts";

needsRestic();

const READY = { name: "What the backup holds" } as const;

/** Sets up a backup in the console; returns a picture of the recovery sheet's QR code. */
async function photographSheet({ page, open }: ConsolePage, server: TestServer): Promise<Buffer> {
  const path = join(createFolder(), "nas");
  mkdirSync(path);
  await open(server.url, "/system/backup/new");
  await page.getByLabel("Name").fill("NAS");
  await page.getByLabel("Folder", { exact: true }).fill(path);
  await page.getByRole("button", { name: "Set up and show the recovery sheet" }).click();
  const picture = await page.getByRole("img", { name: "QR code of the recovery sheet" }).screenshot();
  await page.getByLabel(/I have printed the sheet/).check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("The newest backup has everything up to").waitFor();
  return picture;
}

const codeOf = ({ folder }: TestServer) =>
  eventually(() => readFileSync(join(folder, "setup-code"), "utf8").trim());

/** Starts the server again at the same address, as a service manager does. */
const restartThere = (server: TestServer) => server.restart({ PORT: String(server.appliance.port) });

async function logInAfterRestore(page: Page): Promise<void> {
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill("admin-demo");
  await page.keyboard.press("Enter");
  await page
    .getByText(/to confirm after the restore|Confirm after the restore/i)
    .first()
    .waitFor();
}

test("on an empty server a picture of the recovery sheet is enough: code, backups, what it holds, done", async () => {
  const { server: lost } = await startBackupServer();
  const { consolePage: office } = await openConsoleAs("admin", "/system/backup", { server: lost });
  const picture = await photographSheet(office, lost);
  await lost.halt();

  const server = await startServer({ empty: true });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/start");
  await page.getByRole("link", { name: "Restore a backup" }).click();
  // The screen before has a set-up code too.
  await page.getByRole("heading", { name: "Restore a backup" }).waitFor();
  await page.getByLabel("Set-up code").fill(await codeOf(server));
  await expectAccessibleLayout(consolePage, "restore-empty", ["light", "dark"]);
  await page
    .locator("input[type=file][accept='image/*']")
    .setInputFiles({ name: "sheet.png", mimeType: "image/png", buffer: picture });
  await expect.poll(() => page.locator("textarea").inputValue()).toMatch(/^tallybox-recovery:1:/);
  await page.getByRole("button", { name: "Show the backups" }).click();
  await page.getByLabel("Backup", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Check this backup" }).click();
  await page.getByRole("heading", READY).waitFor();
  await expect.poll(() => page.getByRole("heading", { name: "What would be lost" }).count()).toBe(0);
  await page.getByRole("button", { name: "Restore now" }).click();
  await page.getByText("Start the server again now.").waitFor();
  await restartThere(server);
  await logInAfterRestore(page);
});

test("an Admin sees what a restore would lose, may choose another backup, and confirms with the password", async () => {
  const { server, clock, admin } = await startBackupServer();
  const { oid } = await addTarget(admin, folderDestination());
  await nextRunOf(server, oid);
  clock.advance(1000);
  await added(server.manager, "LATER-1");
  const { consolePage, page } = await openConsoleAs("admin", "/system/backup/restore", { server });
  await page.getByRole("button", { name: "Check this backup" }).click();
  await page.getByRole("heading", READY).waitFor();
  await page.getByRole("button", { name: "Choose another backup" }).click();
  await page.getByRole("button", { name: "Check this backup" }).click();
  const lost = page.getByRole("region", { name: "What would be lost" });
  await lost.getByText("Articles changed").waitFor();
  await expectAccessibleLayout(consolePage, "restore-plan", ["light", "dark"]);
  await page.getByLabel("Your password").fill("wrong-password");
  await page.getByRole("button", { name: "Restore now" }).click();
  await page.locator("[aria-invalid=true]").waitFor();
  await page.getByLabel("Your password").fill("admin-demo");
  await page.getByRole("button", { name: "Restore now" }).click();
  await page.getByText("Start the server again now.").waitFor();
  await restartThere(server);
  await logInAfterRestore(page);
});

test("a wrong set-up code and a picture without a QR code are named", async () => {
  const server = await startServer({ empty: true });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/restore");
  await page.getByLabel("Set-up code").fill("AAAA-AAAA-AAAA-AAAA");
  await page.getByLabel("Text of the recovery sheet").fill("tallybox-recovery:1:e30");
  await page.getByRole("button", { name: "Show the backups" }).click();
  await page.locator("input[aria-invalid=true]").waitFor();
  const buffer = await page.screenshot();
  await page
    .locator("input[type=file][accept='image/*']")
    .setInputFiles({ name: "other.png", mimeType: "image/png", buffer });
  await page.getByText(/The picture has no QR code of a recovery sheet/).waitFor();
});
