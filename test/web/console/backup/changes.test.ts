import { cpSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Destination } from "../../../../src/ops/backup/restic/destination.ts";
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
import { openConsoleAs } from "../log-in.ts";
import { loseResponse } from "../save/lost-response.ts";

// Changes of a target by two users, and those whose response is lost.

needsRestic();

const CONFLICT = "Somebody else saved this in the meantime";
const SET_UP = "Set up and show the recovery sheet";

async function open(server: { readonly url: string }, path: string): Promise<Page> {
  const { consolePage } = await openConsoleAs("admin", path, { server });
  return consolePage.page;
}

/** A target that is paused before its first backup, so that nothing but the test changes it. */
async function startPaused(destination: Destination) {
  const { server, admin } = await startBackupServer();
  const fields = {
    ...{ name: "Branch", destination, retention: null, uploadLimitKbps: null, isActive: false },
    schedule: { every: "day" as const, atHour: 2 },
  };
  const oid = await server.appliance.dependencies.storage.write(null, (tx) =>
    storeTarget(tx, backupKeys(server.folder), fields, { secrets: { password: "old" }, passphrase: "p" }),
  );
  return { server, admin, path: `${TARGETS}/${oid}`, screen: `/system/backup/${oid}` };
}

test("a target that another user has saved meanwhile is not overwritten without a question", async () => {
  const { server, admin, path, screen } = await startPaused(folderDestination());
  const page = await open(server, screen);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Mine");
  await admin.put(path, { name: "Theirs", uploadLimitKbps: 900 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("dialog", { name: CONFLICT });
  await question.getByRole("row", { name: "Upload limit" }).waitFor();
  expect((await admin.get(path)).body.name).toBe("Theirs");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => name.inputValue()).toBe("Mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await question.getByRole("button", { name: "Save my version" }).click();
  await expect
    .poll(async () => (await admin.get(path)).body)
    .toMatchObject({ name: "Mine", uploadLimitKbps: null });
});

test("a password alone is not said to be saved where another user has saved the target meanwhile", async () => {
  const { server, admin, path, screen } = await startPaused({
    ...{ kind: "rest", url: "http://127.0.0.1:9/", user: "jana" },
  });
  const page = await open(server, screen);
  await page.getByLabel("Password").first().fill("new password");
  await page.getByLabel("Name", { exact: true }).fill("Changed");
  await page.getByLabel("Name", { exact: true }).fill("Branch");
  await admin.put(path, { isActive: true });
  await admin.put(path, { isActive: false });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page
    .getByRole("dialog", { name: CONFLICT })
    .getByRole("row", { name: "Password or key As entered As saved" })
    .waitFor();
});

test("a name whose response was lost is saved without a question when it is sent again", async () => {
  const { server, admin, path, screen } = await startPaused(folderDestination());
  const page = await open(server, screen);
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await loseResponse(page, "PUT", `**${path}`);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await page.getByText("The server is not responding").first().waitFor();
  await save.click();
  await page.getByText("Saved: Mine").waitFor();
  expect((await admin.get(path)).body.name).toBe("Mine");
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

test("typed values of a target are not left without a question", async () => {
  const { server, screen } = await startPaused(folderDestination());
  const page = await open(server, screen);
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.evaluate("void (location.hash = '#/overview')");
  await page
    .getByRole("dialog", { name: "Unsaved changes" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Mine");
});
