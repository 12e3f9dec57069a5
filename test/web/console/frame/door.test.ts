import { expect, test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { person } from "../../access/together.ts";
import { atDesk } from "../at-desk.ts";

test("one logs in by name and password, lands where one wanted to go, and leaves", async () => {
  const box = await aBox();
  const desk = await aDesk();
  const { page } = desk;
  await desk.open(box.url, "/articles?q=saw");
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  expect(await desk.axe()).toEqual([]);
  await desk.screenshot("login");
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
  const box = await aBox();
  const desk = await aDesk();
  await atDesk(desk, box, "manager");
  const terminal = await desk.newTab();
  await terminal.goto(`${box.url}/`);
  await terminal.getByRole("heading", { name: "Welcome" }).waitFor();
});

test("a screen that the role does not permit says so; the navigation does not lead there", async () => {
  const box = await aBox();
  const desk = await aDesk();
  await atDesk(desk, box, "user");
  const names = await desk.page.getByRole("navigation").getByRole("link").allTextContents();
  expect(names).not.toContain("People and devices");
  expect(names).toContain("Articles");
});

test("whose login has ended finds their user name filled in; who logs out leaves none", async () => {
  const box = await aBox();
  const desk = await aDesk();
  const { page } = desk;
  await atDesk(desk, box, "manager");
  await (await box.as("admin")).put("/api/users/2/secrets", { password: "another-password" });
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
  const box = await aBox();
  const desk = await aDesk();
  const { page } = desk;
  await atDesk(desk, box, "admin", "/system/audit");
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
