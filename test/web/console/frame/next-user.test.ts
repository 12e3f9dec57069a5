import { expect, test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { person } from "../../access/together.ts";
import { atDesk } from "../at-desk.ts";

test("whoever logs in after another one is neither told what was done nor asked what that one was asked", async () => {
  const box = await aBox();
  const desk = await aDesk();
  const { page } = desk;
  await atDesk(desk, box, "admin", "/system/settings");
  await page.getByLabel("Name of the site").fill("Depot");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The settings are saved.").waitFor();
  await page.evaluate(`location.hash = "#/articles/72"`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete this article?" }).waitFor();

  const otherTab = await desk.newTab();
  await otherTab.goto(`${box.url}/console#/me`);
  await otherTab.getByRole("button", { name: "Log out" }).click();
  await page.getByLabel("User name").fill("manager");
  await page.getByLabel("Password").fill(person("manager").password);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: person("manager").fullName }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByText("The settings are saved.").count()).toBe(0);
});
