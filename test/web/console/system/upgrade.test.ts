import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { addFolderTarget, bundleOf, createMachine, INSTALLED, requestIn } from "../../../upgrade/machine.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";

const NEWER = "99.0.0";
const RUNNING = { action: "upgrade", from: INSTALLED, version: NEWER, state: "running" };

/** The console's page about upgrades, of a server on a machine made for the test. */
async function openUpgrade() {
  const machine = createMachine();
  machine.install(INSTALLED, { "0001-schema.sql": "one" });
  const server = await startServer({ upgradePlaces: machine.places });
  const proxy = await startProxy(server.url);
  const consolePage = await openConsole();
  const open = () => logInConsole(consolePage, proxy, "admin", "/system/upgrade");
  return { machine, server, proxy, consolePage, page: consolePage.page, open };
}

/** Chooses a bundle and its signature. */
const choose = (page: Page, ...files: { name: string; buffer: Buffer }[]) =>
  page
    .getByLabel("Bundle and signature")
    .setInputFiles(files.map((file) => ({ ...file, mimeType: "application/octet-stream" })));

test("a bundle is uploaded, the upgrade is confirmed, and the page shows its steps while the server is away, and its result", async () => {
  const { machine, server, proxy, page, consolePage, open } = await openUpgrade();
  await open();
  await page.getByText(`Version ${INSTALLED} is installed.`).waitFor();
  const buffer = bundleOf(NEWER);
  const bundle = { name: "next.tar.gz", buffer };
  await choose(page, bundle);
  await page.getByText("Choose both files: the bundle and its .sig file.").waitFor();
  await choose(page, bundle, { name: "next.tar.gz.sig", buffer: Buffer.from("letters") });
  await page.getByText("The signature does not match the bundle").waitFor();
  await choose(page, bundle, { name: "next.tar.gz.sig", buffer: Buffer.from(machine.signer.sign(buffer)) });
  await page.getByText(`Version ${NEWER} is uploaded, and its signature is right.`).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);

  await page.getByRole("button", { name: `Upgrade to ${NEWER}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(`version ${INSTALLED} runs again with its data`).waitFor();
  expect(requestIn(server.folder)).toBeNull();
  await dialog.getByRole("button", { name: `Upgrade to ${NEWER}` }).click();
  await page.getByText("Waiting for the machine").first().waitFor();
  expect(requestIn(server.folder)).toBe("upgrade\n");

  rmSync(`${server.folder}/upgrade/request`);
  machine.record(RUNNING);
  machine.step("copying");
  await page.locator("[aria-current=step]", { hasText: "Copying the data" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  machine.step("trying");
  await page.locator("[aria-current=step]", { hasText: "Trying the version on the copy" }).waitFor();
  proxy.cut();
  await page.getByText("The server does not respond while the version is tried.").waitFor();
  machine.record({ ...RUNNING, state: "failed", reason: "unhealthy", detail: "It is not healthy." });
  proxy.restore();
  await page.getByText(`tallybox ${NEWER} did not work on a copy of the data.`).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByText("Details for support").click();
  await page.getByText("It is not healthy.").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);

  await consolePage.open(proxy.url, "/overview");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByRole("link", { name: `The upgrade to ${NEWER} has failed` }).click();
  await page.getByRole("button", { name: "Mark as seen" }).click();
  await page.getByRole("button", { name: "Mark as seen" }).waitFor({ state: "hidden" });
  await consolePage.open(proxy.url, "/overview");
  await attention.getByRole("listitem").or(attention.getByText("Nothing needs attention.")).first().waitFor();
  await attention.getByText("has failed").waitFor({ state: "hidden" });
});

test("a bundle in the folder of a backup target is used instead of an upload", async () => {
  const { machine, server, page, consolePage, open } = await openUpgrade();
  const nas = mkdtempSync(join(tmpdir(), "tallybox-nas-"));
  onTestFinished(() => rmSync(nas, { recursive: true, force: true }));
  await addFolderTarget(server, "NAS", nas);
  const buffer = bundleOf(NEWER);
  const path = join(nas, `tallybox-${NEWER}-linux-${process.arch}.tar.gz`);
  writeFileSync(path, buffer);
  await open();
  const list = page.getByRole("region", { name: "In the folders of your backups" });
  await list.getByText(NEWER).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const use = list.getByRole("button", { name: `Use version ${NEWER} from NAS` });
  await use.click();
  await list.getByText("The signature is missing.").waitFor();
  writeFileSync(`${path}.sig`, machine.signer.sign(buffer));
  await use.click();
  await page.getByText(`Version ${NEWER} is uploaded, and its signature is right.`).waitFor();
  expect(readFileSync(join(server.folder, "upgrade/bundle.tar.gz"))).toEqual(buffer);
});

test("going back says what it would lose, and asks before", async () => {
  const { machine, server, page, open } = await openUpgrade();
  machine.install("0.0.1", { "0001-schema.sql": "other" });
  const earlier = `${server.folder}.before-${INSTALLED}`;
  mkdirSync(earlier);
  // Without a database it is no data.
  writeFileSync(join(earlier, "tally-1.db"), "");
  onTestFinished(() => rmSync(earlier, { recursive: true }));
  await open();
  await page.getByText(/It goes on with those of .*, before the upgrade\..* changes, 0 counts\./).waitFor();
  await page.getByRole("button", { name: "Go back to 0.0.1" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Users log in again, as after a restore.").waitFor();
  await dialog.getByRole("button", { name: "Go back to 0.0.1" }).click();
  await page.getByText("Going back to 0.0.1").waitFor();
  expect(requestIn(server.folder)).toBe("return earlier-data\n");
});

test("a server that is no service says so, and offers nothing", async () => {
  const { page } = await openConsoleAs("admin", "/system/upgrade");
  await page.getByText("This server is not installed as a service of its machine.").waitFor();
  await expect.poll(() => page.getByLabel("Bundle and signature").count()).toBe(0);
});
