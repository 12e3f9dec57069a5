import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addBulk, aFolder, restore } from "../../../backup/copies.ts";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { aLine } from "../../../harness/line.ts";
import { atDesk } from "../at-desk.ts";

const FILE = /^GET \/api\/backup\/file/;
const BROKEN = /The download was interrupted\. A partial file is not a backup/;

test("a backup goes to a file by the browser itself; it is told to be whole when it is, and the check finds it so", async () => {
  const box = await aBox();
  const desk = await aDesk();
  await atDesk(desk, box, "admin", "/system/backup");
  const { page } = desk;
  await page.getByText("No backup yet").waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download backup" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^tallybox-.*\.tar$/);
  const file = join(aFolder(), "saved.tar");
  await download.saveAs(file);
  await page.getByText(/^\s*Backup complete: /).waitFor();
  await page.getByText(/Last backup: .*, downloaded/).waitFor();
  const { body } = await (await box.as("admin")).get("/api/box/checks");
  expect(body.backup.bytes).toBe(statSync(file).size);
  expect((await restore(file)).lines[2]).toMatch(/^Whole: /);
});

test("the connection gone in the middle: the browser offers no file, and the screen says that it is no backup", async () => {
  const box = await aBox();
  await addBulk(box);
  const line = await aLine(box.url);
  line.breakWithin(FILE, 100_000);
  const desk = await aDesk();
  await atDesk(desk, line, "admin", "/system/backup");
  const { page } = desk;
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download backup" }).click();
  expect(await (await saving).failure()).not.toBeNull();
  await page.getByText(BROKEN).waitFor();
  expect(await page.getByText(/Backup complete/).count()).toBe(0);
  expect((await (await box.as("admin")).get("/api/box/checks")).body.backup).toBeNull();
});

test("the box away: the screen says what that means for the file; called off, it is no backup", async () => {
  const box = await aBox();
  const line = await aLine(box.url);
  const desk = await aDesk();
  await atDesk(desk, line, "admin", "/system/backup");
  const { page } = desk;
  const asked = line.holdAt(FILE);
  const refused = { id: 1, state: "refused", bytes: null, sentBytes: 0 };
  await page.route("**/api/backup/downloads/1", (route) => route.fulfill({ json: refused }), { times: 1 });
  await page.getByRole("button", { name: "Download backup" }).click();
  await page.getByText(/Two backups are already being downloaded/).waitFor();
  await page.getByRole("button", { name: "Download backup" }).click();
  await asked;
  line.cut();
  await page.getByText(/Use the file only after this page confirms that the backup is complete/).waitFor();
  line.mend();
  await page.getByRole("button", { name: "Cancel download" }).click();
  await page.getByText(BROKEN).waitFor();
});

test("check now shows a sign of life, and then what was found", async () => {
  const box = await aBox();
  const desk = await aDesk();
  await atDesk(desk, box, "admin", "/system/backup");
  const { page } = desk;
  await page.getByText("No check yet").waitFor();
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("Checking… The server stays available.").waitFor();
  await page.getByText(/no problems in database, log, photos and keys/).waitFor();
});
