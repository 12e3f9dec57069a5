import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { encryptedCheaply, PASSPHRASE } from "../../../backup/age-files.ts";
import { codeOf, namesIn, startRestorable } from "../../../backup/console-restores.ts";
import { copyOf, photoFilesOf, ran, sharedFilledFolder } from "../../../backup/copies.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  startBackupServer,
} from "../../../backup/targets/targets.ts";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openConsoleAs } from "../log-in.ts";

// A restore that does not go straight on: a wrong passphrase, photos that are missing, a backup that takes long.

needsRestic();

const filled = await sharedFilledFolder();

const READY = { name: "What the backup holds" } as const;
const CHECK = { name: "Check this backup" } as const;

async function openRestore(server: TestServer) {
  const { consolePage } = await openConsoleAs("admin", "/system/backup/restore", { server });
  return consolePage;
}

test("after a wrong passphrase the uploaded file is checked again with another one, without another upload", async () => {
  const server = await startRestorable(filled);
  const consolePage = await openRestore(server);
  const { page } = consolePage;
  const path = join(copyOf(filled), "..", "tallybox.tar");
  await ran(["tar", "-cf", path, "-C", dirname(filled), basename(filled)]);
  const buffer = await encryptedCheaply(readFileSync(path));
  await page.getByLabel("From").selectOption({ label: "A downloaded file on this computer" });
  const file = { name: "tallybox.tar.age", mimeType: "application/octet-stream", buffer };
  await page.getByLabel("Downloaded backup").setInputFiles(file);
  await page.getByLabel("Passphrase").fill("another passphrase");
  await page.getByRole("button", CHECK).click();
  await page.getByText("This is not the passphrase of this backup.").waitFor();
  await expectAccessibleLayout(consolePage, "restore-passphrase", ["light", "dark"]);
  let uploads = 0;
  page.on("request", (request) => {
    if (request.url().includes("/restores/uploads")) uploads++;
  });
  await page.reload();
  await page.getByLabel("Passphrase").fill("still another one");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect.poll(() => page.getByLabel("Passphrase").inputValue()).toBe("");
  await page.getByLabel("Passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByRole("heading", READY).waitFor();
  expect(uploads).toBe(0);
});

test("a backup that lacks photos says how many, and is restored once that is accepted", async () => {
  const server = await startRestorable(filled);
  const copy = copyOf(filled);
  for (const photo of photoFilesOf(copy).slice(0, 2)) rmSync(photo);
  const consolePage = await openRestore(server);
  const { page } = consolePage;
  await page.getByLabel("From").selectOption({ label: "A copied folder or a file on the server" });
  await page.getByLabel("Folder or file on the server").fill(copy);
  await page.getByRole("button", CHECK).click();
  await page.getByText("2 photos are missing. Everything else is complete.").waitFor();
  const now = page.getByRole("button", { name: "Restore now" });
  await page.getByLabel("Your password").fill("admin-demo");
  await expect.poll(() => now.isDisabled()).toBe(true);
  await expectAccessibleLayout(consolePage, "restore-missing-photos", ["light", "dark"]);
  await page.getByLabel("Restore without the missing photos").check();
  await now.click();
  await page.getByText("Start the server again now.").waitFor();
  await server.restart({ PORT: String(server.appliance.port) });
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill("admin-demo");
  await page.keyboard.press("Enter");
  await page
    .getByText(/to confirm after the restore|Confirm after the restore/i)
    .first()
    .waitFor();
  expect(photoFilesOf(server.folder)).toHaveLength(photoFilesOf(copy).length);
});

/** Replaces the largest file of a repository by a pipe: whoever reads it waits. */
async function holdData(path: string): Promise<void> {
  const files = readdirSync(join(path, "data"), { recursive: true, encoding: "utf8" })
    .map((name) => join(path, "data", name))
    .filter((name) => statSync(name).isFile());
  const sizes = files.map((name) => ({ name, size: statSync(name).size }));
  const [largest] = sizes.toSorted((one, other) => other.size - one.size);
  if (largest === undefined) throw new Error("the repository is empty");
  rmSync(largest.name);
  await ran(["mkfifo", largest.name]);
}

test("while a backup is fetched the page says how much there is, also after it is loaded again, and Cancel ends it", async () => {
  const { server, admin } = await startBackupServer();
  const destination = folderDestination();
  const { oid } = await addTarget(admin, destination);
  await nextRunOf(server, oid);
  await holdData(destination.path);
  const consolePage = await openRestore(server);
  const { page } = consolePage;
  await page.getByRole("button", CHECK).click();
  await page.getByText(/Fetching the backup… [\d.]+ \w+ of [\d.]+ MB/).waitFor();
  await expectAccessibleLayout(consolePage, "restore-fetching", ["light", "dark"]);
  await page.reload();
  await page.getByText(/Fetching the backup… [\d.]+ \w+ of [\d.]+ MB/).waitFor();
  expect(namesIn(server.folder, "new-restore")).toHaveLength(1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", CHECK).waitFor();
  // The page may learn of it before the answer, which comes when the files are removed.
  await expect.poll(() => namesIn(server.folder, "new-restore")).toEqual([]);
});

test("an empty server goes on with a restore that has begun: after the page is loaded again, and in another browser", async () => {
  const { server: lost, admin } = await startBackupServer();
  const destination = folderDestination();
  const { oid, sheet } = await addTarget(admin, destination);
  await nextRunOf(lost, oid);
  await lost.halt();
  await holdData(destination.path);
  const server = await startServer({ empty: true });
  const [code = ""] = Object.values(codeOf(server));
  const fetching = /Fetching the backup… [\d.]+ \w+ of [\d.]+ MB/;
  const enter = async (page: Page) => {
    await page.getByLabel("Set-up code").fill(code);
    await page.getByLabel("Text of the recovery sheet").fill(sheet.text);
    await page.getByRole("button", { name: "Show the backups" }).click();
  };
  const first = await openConsole();
  await first.open(server.url, "/restore");
  await enter(first.page);
  await first.page.getByRole("button", CHECK).click();
  await first.page.getByText(fetching).waitFor();
  await first.page.reload();
  await first.page.getByText(fetching).waitFor();
  const second = await openConsole();
  await second.open(server.url, "/restore");
  await enter(second.page);
  await second.page.getByText(fetching).waitFor();
  await second.page.getByRole("button", { name: "Cancel" }).click();
  await second.page.getByLabel("Set-up code").waitFor();
  await expect.poll(() => namesIn(server.folder, "new-restore")).toEqual([]);
  await first.page.getByLabel("Set-up code").waitFor();
});
