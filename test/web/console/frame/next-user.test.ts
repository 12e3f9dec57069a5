import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { person } from "../../access/together.ts";
import { edit } from "../articles/together.ts";
import { logInConsole } from "../log-in.ts";

test("whoever logs in after another one is neither told what was done nor asked what that one was asked", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "admin", "/system/settings");
  await page.getByLabel("Site name").fill("Depot");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Settings saved").waitFor();
  await page.evaluate(`location.hash = "#/articles/72"`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog", { name: "Delete this article?" }).waitFor();

  const otherTab = await consolePage.newTab();
  await otherTab.goto(`${server.url}/console#/me`);
  await otherTab.getByRole("button", { name: "Log out" }).click();
  await page.getByLabel("User name").fill("manager");
  await page.getByLabel("Password").fill(person("manager").password);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: person("manager").fullName }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByText("Settings saved").count()).toBe(0);
});

test("what was typed when another tab logged out is forgotten when another one comes, and by who logs out here; a PIN is never kept", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "admin", "/people/new");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const kept = page.getByText("What you typed is kept");
  const otherTab = await consolePage.newTab();
  const lapse = async () => {
    await otherTab.goto(`${server.url}/console#/me`);
    await otherTab.getByRole("button", { name: "Log out" }).click();
    // The form of a person has a user name too.
    await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  };
  const logIn = async (userName: string) => {
    await page.getByLabel("User name").fill(userName);
    await page.getByLabel("Password").fill(person(userName).password);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: person(userName).fullName }).waitFor();
  };
  const go = (path: string) => page.evaluate(`void (location.hash = "${path}")`);
  await page.getByLabel("New PIN").fill("826415");
  await lapse();
  expect(await kept.count()).toBe(0);

  await go("/articles/72");
  await logIn("manager");
  await edit(page);
  await name.fill("Half");
  await lapse();
  await kept.waitFor();
  await logIn("admin");
  await edit(page);
  expect(await name.inputValue()).toBe("Armchair swivel");

  await name.fill("Half");
  await lapse();
  await kept.waitFor();
  await go("/me");
  await logIn("admin");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByLabel("User name").waitFor();
  expect(await kept.count()).toBe(0);
  await go("/articles/72");
  await logIn("admin");
  await edit(page);
  expect(await name.inputValue()).toBe("Armchair swivel");
});
