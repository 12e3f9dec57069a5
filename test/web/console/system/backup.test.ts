import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addBulk, createFolder, restoreProcess } from "../../../backup/copies.ts";
import { openConsole } from "../../../harness/console.ts";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

const FILE = /^GET \/api\/backup\/file/;
const BROKEN = /The download was interrupted\. A partial file is not a backup/;

const begin = (page: Page) => page.getByRole("button", { name: "Download backup" }).click();
const beginOpen = async (page: Page) => {
  await page.getByRole("radio", { name: "Not encrypted" }).check();
  await begin(page);
};
/** Begins a download; gives the name and the place of the file. */
async function saveAs(page: Page, go: (page: Page) => Promise<void>): Promise<[name: string, file: string]> {
  const saving = page.waitForEvent("download");
  await go(page);
  const download = await saving;
  const file = join(createFolder(), "saved");
  await download.saveAs(file);
  await page.getByText(/^\s*Backup complete: /).waitFor();
  return [download.suggestedFilename(), file];
}

test("a backup goes to a file by the browser itself; it is told to be whole when it is, and the check finds it so", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin", "/system/backup");
  const { page } = consolePage;
  await page.getByText("No backup yet").waitFor();
  const [name, file] = await saveAs(page, beginOpen);
  expect(name).toMatch(/^tallybox-.*\.tar$/);
  await page.getByText(/Last backup: .*, downloaded/).waitFor();
  const { body } = await (await server.as("admin")).get("/api/box/checks");
  expect(body.backup.bytes).toBe(statSync(file).size);
  expect((await restoreProcess(file)).lines[2]).toMatch(/^Whole: /);
});

test("it is encrypted with the passphrase that is shown, once it is stored; the printed sheet holds it, and the steps", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin", "/system/backup");
  const { page } = consolePage;
  const passphrase = await page.locator(".passphrase code").innerText();
  expect(passphrase).toMatch(/^(?:[2-9A-Z]{4}-){4}[2-9A-Z]{4}$/);
  await begin(page);
  await page.getByText("Store the passphrase first, then confirm it here.").waitFor();
  await page.emulateMedia({ media: "print" });
  const printed = await page.locator("body").innerText();
  expect(printed).toContain(passphrase);
  expect(printed).toContain("Restore a backup");
  expect(printed).not.toContain("Not encrypted");
  await page.emulateMedia({ media: null });
  await page.getByLabel("I have stored the passphrase").check();
  const [name, file] = await saveAs(page, begin);
  expect(name).toMatch(/\.tar\.age$/);
  const keptIn = join(createFolder(), "passphrase");
  writeFileSync(keptIn, passphrase);
  expect((await restoreProcess(file, "--passphrase-file", keptIn)).lines[2]).toMatch(/^Whole: /);
});

test("a passphrase of one's own is long enough and typed twice, else nothing is asked of the server", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin", "/system/backup");
  const { page } = consolePage;
  const asked: (string | null)[] = [];
  await page.route("**/api/backup/downloads", (route, request) => {
    asked.push(request.postData());
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
  await begin(page);
  await page.getByText("Passphrase must have at least 15 characters").waitFor();
  await first.fill("five random words of mine");
  await second.fill("five random words of yours");
  await begin(page);
  await page.getByText("The two passphrases differ.").waitFor();
  expect(asked).toEqual([]);
  await second.fill("five random words of mine");
  await begin(page);
  await expect.poll(() => asked).toEqual(['{"passphrase":"five random words of mine"}']);
});

test("the connection gone in the middle: the browser offers no file, and the screen says that it is no backup", async () => {
  const server = await startServer();
  await addBulk(server);
  const proxy = await startProxy(server.url);
  proxy.cutResponse(FILE, 100_000);
  const consolePage = await openConsole();
  await logInConsole(consolePage, proxy, "admin", "/system/backup");
  const { page } = consolePage;
  const saving = page.waitForEvent("download");
  await beginOpen(page);
  expect(await (await saving).failure()).not.toBeNull();
  await page.getByText(BROKEN).waitFor();
  expect(await page.getByText(/Backup complete/).count()).toBe(0);
  expect((await (await server.as("admin")).get("/api/box/checks")).body.backup).toBeNull();
});

test("the box away: the screen says what that means for the file; called off, it is no backup", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const consolePage = await openConsole();
  await logInConsole(consolePage, proxy, "admin", "/system/backup");
  const { page } = consolePage;
  const firstAsked = proxy.holdRequest(FILE);
  const refused = { id: 1, state: "refused", bytes: null, sentBytes: 0 };
  await page.route("**/api/backup/downloads/1", (route) => route.fulfill({ json: refused }), { times: 1 });
  await beginOpen(page);
  await firstAsked;
  await page.getByText(/Two backups are already being downloaded/).waitFor();
  const asked = proxy.holdRequest(FILE);
  await begin(page);
  await asked;
  proxy.cut();
  await page.getByText(/Use the file only after this page confirms that the backup is complete/).waitFor();
  proxy.restore();
  // A minute after it was offered the page calls it off by itself: a slow machine may be there already.
  const cancel = page.getByRole("button", { name: "Cancel download" });
  await cancel.or(page.getByText(BROKEN)).first().click();
  await page.getByText(BROKEN).waitFor();
});

test("check now shows a sign of life, and then what was found", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin", "/system/backup");
  const { page } = consolePage;
  await page.getByText("No check yet").waitFor();
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("Checking… The server stays available.").waitFor();
  await page.getByText(/no problems in database, log, photos and keys/).waitFor();
});
