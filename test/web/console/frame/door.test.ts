import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { person } from "../../access/together.ts";
import { logInConsole } from "../log-in.ts";

test("one logs in by name and password, lands where one wanted to go, and leaves", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/articles?q=saw");
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  expect(await consolePage.axe()).toEqual([]);
  await consolePage.screenshot("login");
  await page.getByLabel("User name").fill("manager");
  await page.getByLabel("Password").fill("wrong-password");
  await page.keyboard.press("Enter");
  await page.getByText("Passwords are case-sensitive").waitFor();
  await page.getByLabel("Password").fill(person("manager").password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/articles?q=saw");
  await page.getByRole("link", { name: person("manager").fullName }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
});

test("who counts at the terminal of the same browser is not logged in at the desk, nor the other way round", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "manager");
  const terminal = await consolePage.newTab();
  await terminal.goto(`${server.url}/`);
  await terminal.getByRole("heading", { name: "Welcome" }).waitFor();
});

test("a screen that the role does not permit says so; the navigation does not lead there", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "user");
  const names = await consolePage.page.getByRole("navigation").getByRole("link").allTextContents();
  expect(names).not.toContain("People and devices");
  expect(names).toContain("Articles");
});

test("whose login has ended finds their user name filled in; who logs out leaves none", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "manager");
  await (await server.as("admin")).put("/api/users/2/secrets", { password: "another-password" });
  const userName = page.getByLabel("User name");
  await userName.waitFor();
  expect(await userName.inputValue()).toBe("manager");
  await page.getByLabel("Password").fill("another-password");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: person("manager").fullName }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await userName.waitFor();
  expect(await userName.inputValue()).toBe("");
});

test("an empty date field is marked as such, a select is drawn as enabled, and a button answers to the mouse", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "admin", "/system/audit");
  const date = page.locator("input[type=date]").first();
  await date.waitFor();
  const look = (css: string, name: string) =>
    page.evaluate(`getComputedStyle(document.querySelector("${css}"))["${name}"]`);
  expect(await date.getAttribute("class")).toBe("is-empty");
  await date.fill("2026-02-03");
  await page.locator("input[type=date]:not(.is-empty)").waitFor();
  expect(await look("main select", "appearance")).toBe("none");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Clear filters" }).hover();
  expect(await look("main button:hover", "boxShadow")).toContain("inset");
});
