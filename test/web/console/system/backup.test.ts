import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addBulk, restoreProcess } from "../../../backup/copies.ts";
import { createFolder } from "../../../harness/folder.ts";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";

const FILE = /^GET \/api\/backup\/file/;
const BROKEN = /The download was interrupted\. A partial file is not a backup/;

const startDownload = (page: Page) => page.getByRole("button", { name: "Download backup" }).click();
const startUnencrypted = async (page: Page) => {
  await page.getByRole("radio", { name: "Not encrypted" }).check();
  await startDownload(page);
};
/** Starts a download; returns the name that it suggests and the path of the saved file. */
async function saveDownload(
  page: Page,
  start: (page: Page) => Promise<void>,
): Promise<[name: string, file: string]> {
  const saving = page.waitForEvent("download");
  await start(page);
  const download = await saving;
  const file = join(createFolder(), "saved");
  await download.saveAs(file);
  await page.getByText(/^\s*Backup complete: /).waitFor();
  return [download.suggestedFilename(), file];
}

test("a backup is downloaded as a file, is reported once it is complete, and passes the check; a check of the server shows its progress and its result", async () => {
  const { server, page } = await openConsoleAs("admin", "/system/backup");
  await page.getByText("No backup yet").waitFor();
  const [name, file] = await saveDownload(page, startUnencrypted);
  expect(name).toMatch(/^tallybox-.*\.tar$/);
  await page.getByText(/Last backup: .*, downloaded/).waitFor();
  const { body } = await server.admin.get("/api/box/checks");
  expect(body.backup.bytes).toBe(statSync(file).size);
  expect((await restoreProcess(file)).lines[2]).toMatch(/^Whole: /);

  await page.getByText("No check yet").waitFor();
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("Checking… The server stays available.").waitFor();
  await page.getByText(/no problems in database, log, photos and keys/).waitFor();
});

test("a backup is encrypted with the shown passphrase once that is confirmed as stored, and its printed sheet has the steps; a user's passphrase needs 15 characters, typed twice", async () => {
  const { page } = await openConsoleAs("admin", "/system/backup");
  const passphrase = await page.locator(".passphrase code").innerText();
  expect(passphrase).toMatch(/^(?:[2-9A-Z]{4}-){4}[2-9A-Z]{4}$/);
  await startDownload(page);
  await page.getByText("Store the passphrase first, then confirm it here.").waitFor();
  await page.emulateMedia({ media: "print" });
  const printed = await page.locator("body").innerText();
  expect(printed).toContain(passphrase);
  expect(printed).toContain("Restore a backup");
  expect(printed).not.toContain("Not encrypted");
  await page.emulateMedia({ media: null });
  await page.getByLabel("I have stored the passphrase").check();
  const [name, file] = await saveDownload(page, startDownload);
  expect(name).toMatch(/\.tar\.age$/);
  const passphraseFile = join(createFolder(), "passphrase");
  writeFileSync(passphraseFile, passphrase);
  expect((await restoreProcess(file, "--passphrase-file", passphraseFile)).lines[2]).toMatch(/^Whole: /);

  const requested: (string | null)[] = [];
  await page.route("**/api/backup/downloads", (route, request) => {
    requested.push(request.postData());
    return route.abort();
  });
  await page.getByRole("radio", { name: "Not encrypted" }).check();
  await page.getByText("Anyone who gets this file can read all data").waitFor();
  await page.getByRole("radio", { name: "My own passphrase" }).check();
  const [first, second] = [
    page.getByLabel("Passphrase", { exact: true }),
    page.getByLabel("Repeat passphrase"),
  ];
  await first.fill("fourteen chars");
  await startDownload(page);
  await page.getByText("Passphrase must have at least 15 characters").waitFor();
  await first.fill("five random words of mine");
  await second.fill("five random words of yours");
  await startDownload(page);
  await page.getByText("The two passphrases differ.").waitFor();
  expect(requested).toEqual([]);
  await second.fill("five random words of mine");
  await startDownload(page);
  await expect.poll(() => requested).toEqual(['{"passphrase":"five random words of mine"}']);
});

test("a double click downloads one backup", async () => {
  const { page } = await openConsoleAs("admin", "/system/backup");
  const downloads = await holdRequests(page, "POST", "**/api/backup/downloads");
  await page.getByRole("radio", { name: "Not encrypted" }).check();
  await saveDownload(page, async () => {
    await page.getByRole("button", { name: "Download backup" }).dblclick();
    downloads.release();
  });
  expect(downloads.sent).toHaveLength(1);
});

test("where the connection is lost during a download, the browser saves no file, and the screen shows that it is no backup", async () => {
  const server = await startServer();
  await addBulk(server);
  const proxy = await startProxy(server.url);
  proxy.cutResponse(FILE, 100_000);
  const { page } = await openConsoleAs("admin", "/system/backup", { server: proxy });
  const saving = page.waitForEvent("download");
  await startUnencrypted(page);
  expect(await (await saving).failure()).not.toBeNull();
  await page.getByText(BROKEN).waitFor();
  await expect.poll(() => page.getByText(/Backup complete/).count()).toBe(0);
  expect((await server.admin.get("/api/box/checks")).body.backup).toBeNull();
});

test("while the server is away the screen explains when the file is usable; a cancelled download is no backup", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { page } = await openConsoleAs("admin", "/system/backup", { server: proxy });
  const firstRequested = proxy.holdRequest(FILE);
  const rejected = { id: 1, state: "refused", bytes: null, sentBytes: 0 };
  await page.route("**/api/backup/downloads/1", (route) => route.fulfill({ json: rejected }), { times: 1 });
  await startUnencrypted(page);
  await firstRequested;
  await page.getByText(/Two backups are already being downloaded/).waitFor();
  const requested = proxy.holdRequest(FILE);
  await startDownload(page);
  await requested;
  proxy.cut();
  await page.getByText(/Use the file only after this page confirms that the backup is complete/).waitFor();
  proxy.restore();
  // The page cancels a download by itself after a minute, which may have passed on a slow machine.
  const cancel = page.getByRole("button", { name: "Cancel download" });
  await cancel.or(page.getByText(BROKEN)).first().click();
  await page.getByText(BROKEN).waitFor();
});
