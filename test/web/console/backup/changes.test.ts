import { cpSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backupKeys } from "../../../../src/ops/backup/targets/secrets.ts";
import { addTarget as storeTarget } from "../../../../src/ops/backup/targets/targets.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  startBackupServer,
  TARGETS,
} from "../../../backup/targets/targets.ts";
import type { TestServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";
import { loseResponse } from "../save/lost-response.ts";

// Changes of a target by two users, and those whose response is lost.

needsRestic();

const SET_UP = "Set up and show the recovery sheet";

async function open(server: { readonly url: string }, path: string): Promise<Page> {
  const { consolePage } = await openConsoleAs("admin", path, { server });
  return consolePage.page;
}

/** Adds a target that is paused before its first backup, so that nothing but the test changes it. */
async function addPausedTarget(server: TestServer): Promise<number> {
  const fields = {
    ...{ name: "Branch", retention: null, uploadLimitKbps: null, isActive: false },
    destination: { kind: "rest", url: "http://127.0.0.1:9/", user: "jana" },
    schedule: { every: "day", atHour: 2 },
  } as const;
  return server.appliance.dependencies.storage.write(null, (tx) =>
    storeTarget(tx, backupKeys(server.folder), fields, { secrets: { password: "old" }, passphrase: "p" }),
  );
}

test("the form of a target is saved after its pause has ended, and shows what another user has saved", async () => {
  const { server, admin } = await startBackupServer();
  const oid = await addPausedTarget(server);
  const page = await open(server, `/system/backup/${oid}`);
  await page.getByRole("button", { name: "Resume" }).click();
  const pause = page.getByRole("button", { name: "Pause" });
  await pause.waitFor();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Mine");
  await expect.poll(() => pause.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved: Mine").waitFor();
  expect((await admin.put(`${TARGETS}/${oid}`, { name: "Theirs" })).status).toBe(200);
  await expect.poll(() => name.inputValue()).toBe("Theirs");
});

test("a password alone is not said to be saved where another user has saved the target meanwhile", async () => {
  const { server, admin } = await startBackupServer();
  const oid = await addPausedTarget(server);
  const path = `${TARGETS}/${oid}`;
  const page = await open(server, `/system/backup/${oid}`);
  await page.getByLabel("Password").first().fill("new password");
  await page.getByLabel("Name", { exact: true }).fill("Changed");
  await page.getByLabel("Name", { exact: true }).fill("Branch");
  await admin.put(path, { isActive: true });
  await admin.put(path, { isActive: false });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Somebody else saved this in the meantime" })
    .getByRole("row", { name: "Password or key As entered As saved" })
    .waitFor();
});

test("the form of a target is not kept for another one of the same kind", async () => {
  const { server, admin } = await startBackupServer();
  const [one, other] = [folderDestination(), folderDestination()];
  const { oid } = await addTarget(admin, one);
  const { oid: otherOid } = await addTarget(admin, other);
  const page = await open(server, `/system/backup/${oid}`);
  const folder = page.getByLabel("Folder", { exact: true });
  await expect.poll(() => folder.inputValue()).toBe(one.path);
  await page.evaluate(`void (location.hash = "/system/backup/${otherOid}")`);
  await expect.poll(() => folder.inputValue()).toBe(other.path);
  // The page still has its response.
  await page.goBack();
  await expect.poll(() => folder.inputValue()).toBe(one.path);
});

test("a moved target whose response was lost shows its new recovery sheet when it is sent again", async () => {
  const { server, admin } = await startBackupServer();
  const { path: from } = folderDestination();
  const { oid, path } = await addTarget(admin, { kind: "folder", path: from });
  await nextRunOf(server, oid);
  await admin.put(path, { isActive: false });
  const { path: to } = folderDestination();
  cpSync(from, to, { recursive: true });
  const page = await open(server, `/system/backup/${oid}`);
  await page.getByLabel("Folder", { exact: true }).fill(to);
  await loseResponse(page, "PUT", `**${path}`);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await page.getByText("The server is not responding").first().waitFor();
  await save.click();
  await page.getByRole("heading", { name: "Recovery sheet", exact: true }).waitFor();
});

test("a new target whose response was lost is set up once and shows its recovery sheet when it is sent again", async () => {
  const { server, admin } = await startBackupServer();
  const page = await open(server, "/system/backup/new");
  await page.getByLabel("Name", { exact: true }).fill("NAS");
  await page.getByLabel("Folder", { exact: true }).fill(folderDestination().path);
  await loseResponse(page, "POST", `**${TARGETS}`);
  await page.getByRole("button", { name: SET_UP }).click();
  await page.getByText("The server is not responding").first().waitFor();
  await page.getByRole("button", { name: SET_UP }).click();
  await page.getByRole("heading", { name: "Recovery sheet", exact: true }).waitFor();
  expect((await admin.get(TARGETS)).body).toHaveLength(1);
});
