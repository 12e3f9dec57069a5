import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ensureSetupCode } from "../../../../src/access/setup/setup.ts";
import { openConsole } from "../../../harness/console.ts";
import { addLocation, joinPair, startTestMachine, until } from "../../../standby/machines.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openConsoleAs } from "../log-in.ts";

test("an Admin adds a standby: its second machine joins in the browser, and the console shows how far it is behind", async () => {
  const primary = await startTestMachine("demo");
  const second = await startTestMachine("empty");
  const { consolePage, page } = await openConsoleAs("admin", "/system/standby", { server: primary });
  await page.getByText("This server has no standby").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Add a standby" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Promotion code").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const pairing = await dialog.locator("pre").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("A second machine may join until").waitFor();

  const other = await openConsole();
  await other.open(second.url, "/start");
  await other.page.getByRole("link", { name: "Is this the second machine of another server?" }).click();
  // The first screen has a field of that name too.
  await other.page.getByRole("heading", { name: "Second machine" }).waitFor();
  await other.page.getByLabel("Set-up code").fill("WRONG-CODE");
  await other.page.getByLabel("Pairing text").fill(pairing);
  await other.page.getByRole("button", { name: "Join" }).click();
  await other.page.getByText("This is not the set-up code of this server.").waitFor();
  await expectAccessibleLayout(other, "standby-join", ["light", "dark"]);
  await other.page.getByLabel("Set-up code").fill(ensureSetupCode(second.folder));
  await other.page.getByRole("button", { name: "Join" }).click();
  await other.page.getByText("This machine is a standby now").waitFor();

  await page.getByText("less than a second").waitFor();
  await page.getByText("Connected", { exact: true }).waitFor();
  await page.getByText("all", { exact: true }).waitFor();
  await expectAccessibleLayout(consolePage, "standby-connected", ["light", "dark"]);
  await second.stop();
  await page.getByText("Not connected").waitFor();
  await page.getByText("what changes from now on is lost to the standby").waitFor();
});

test("a server that does not hear from its standby after a start says so, and an Admin may let it continue or remove the standby", async () => {
  const primary = await startTestMachine("demo");
  const second = await startTestMachine("empty");
  await joinPair(primary, second);
  await second.stop();
  const { consolePage, page } = await openConsoleAs("admin", "/system/standby", {
    server: primary,
    allowErrors: true,
  });
  await page.getByText("Not connected").waitFor();
  await primary.stop();
  await primary.start();
  await page.getByText("This server accepts no changes yet.").waitFor();
  await expectAccessibleLayout(consolePage, "standby-asking", ["light", "dark"]);
  await page.evaluate("void (location.hash = '/overview')");
  await page.getByText("This server accepts no changes: its standby has not answered").first().waitFor();
  await page.evaluate("void (location.hash = '/system/standby')");
  await page.getByRole("button", { name: "Continue without the standby" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue without the standby" }).click();
  await page.getByText("This server accepts changes.").waitFor();
  await page.getByRole("button", { name: "Remove the standby" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the standby" }).click();
  await page.getByText("This server has no standby").waitFor();
});

test("on a former primary an Admin downloads what only this server has", async () => {
  const primary = await startTestMachine("demo");
  const second = await startTestMachine("empty");
  const code = await joinPair(primary, second);
  await second.stop();
  expect(await addLocation(primary, "Only here")).toBe(201);
  await primary.stop();
  await second.start();
  expect((await second.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => second.machine.appliance !== null);
  await primary.start();
  const { consolePage, page } = await openConsoleAs("admin", "/system/standby", {
    server: primary,
    allowErrors: true,
  });
  await page.getByText("Another server has taken over from this one.").waitFor();
  await page.getByText("1 change was confirmed here after").waitFor();
  await expectAccessibleLayout(consolePage, "standby-unshipped", ["light", "dark"]);
  const [list] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "List of changes" }).click(),
  ]);
  expect(await readFile(await list.path(), "utf8")).toContain("Only here");
  const [table] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Locations" }).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/^locations-.*\.xlsx$/);
});
