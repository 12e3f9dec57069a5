import { expect, test } from "vitest";
import { person } from "../../access/log-in.ts";
import { openEditForm } from "../articles/open-articles.ts";
import { openConsoleAs } from "../log-in.ts";

test("the next user sees neither the notices nor the dialog of the user before", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin", "/system/settings");
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
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => page.getByText("Settings saved").count()).toBe(0);
});

test("text typed before a logout in another tab is dropped for the next user and by a logout; a PIN is never stored", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin", "/people/new");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const notice = page.getByText("What you typed is kept");
  const otherTab = await consolePage.newTab();
  const lapse = async () => {
    await otherTab.goto(`${server.url}/console#/me`);
    await otherTab.getByRole("button", { name: "Log out" }).click();
    // The form of a user has a field for a user name too.
    await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  };
  const logIn = async (userName: string) => {
    await page.getByLabel("User name").fill(userName);
    await page.getByLabel("Password").fill(person(userName).password);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: person(userName).fullName }).waitFor();
  };
  /** Changes the address of the login page, and waits until it has begun anew: what is typed before that is lost. */
  const go = async (path: string) => {
    await page.evaluate(`document.querySelector("input").dataset.before = "";
      location.hash = "${path}";`);
    await page.locator("input[data-before]").waitFor({ state: "detached" });
  };
  await page.getByLabel("New PIN").fill("826415");
  await lapse();
  await expect.poll(() => notice.count()).toBe(0);

  await go("/articles/72");
  await logIn("manager");
  await openEditForm(page);
  await name.fill("Half");
  await lapse();
  await notice.waitFor();
  await logIn("admin");
  await openEditForm(page);
  await expect.poll(() => name.inputValue()).toBe("Armchair swivel");

  await name.fill("Half");
  await lapse();
  await notice.waitFor();
  await go("/me");
  await logIn("admin");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByLabel("User name").waitFor();
  await expect.poll(() => notice.count()).toBe(0);
  await go("/articles/72");
  await logIn("admin");
  await openEditForm(page);
  await expect.poll(() => name.inputValue()).toBe("Armchair swivel");
});
