import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { person } from "../../access/log-in.ts";
import { openConsoleAs } from "../log-in.ts";

test("a user logs in by name and password, gets to the requested screen, and logs out; a User's navigation has no screens of Admins", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/articles?q=saw");
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
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

  await page.getByLabel("User name").fill("user");
  await page.getByLabel("Password").fill(person("user").password);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: person("user").fullName }).waitFor();
  const names = await page.getByRole("navigation").getByRole("link").allTextContents();
  expect(names).not.toContain("People and devices");
  expect(names).toContain("Articles");
});

test("a login at the console is none at the terminal of the same browser; an ended login fills in its user name, a logout does not", async () => {
  const { server, consolePage, page } = await openConsoleAs("manager");
  const terminal = await consolePage.newTab();
  await terminal.goto(`${server.url}/`);
  await terminal.getByRole("heading", { name: "Welcome" }).waitFor();
  await (await server.as("admin")).put("/api/users/2/secrets", { password: "another-password" });
  const userName = page.getByLabel("User name");
  await userName.waitFor();
  await expect.poll(() => userName.inputValue()).toBe("manager");
  await page.getByLabel("Password").fill("another-password");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: person("manager").fullName }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await userName.waitFor();
  await expect.poll(() => userName.inputValue()).toBe("");
});

test("where the user name is filled in, the password has the focus before a key can be pressed", async () => {
  const { server, page } = await openConsoleAs("manager");
  // What is observed runs in the task that adds the field, before any event.
  await page.evaluate(`void (window.focused = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("input[type=password]") === null) return;
      observer.disconnect();
      resolve(document.activeElement.getAttribute("name"));
    }).observe(document.body, { childList: true, subtree: true });
  }))`);
  await (await server.as("admin")).put("/api/users/2/secrets", { password: "another-password" });
  await expect.poll(() => page.evaluate("window.focused")).toBe("password");
});

test("the cookie of a login is sent by logins alone, and stays the same", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  const withCookie = new Set<string>();
  const all: string[] = [];
  page.on("request", async (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/")) return;
    if ((await request.allHeaders())["cookie"] !== undefined) withCookie.add(pathname);
    all.push(pathname);
  });
  const cookies = () => page.context().cookies();
  const { fullName, password } = person("manager");
  async function logIn(): Promise<void> {
    await page.getByLabel("User name").fill("manager");
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: fullName }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  }
  await consolePage.open(server.url, "/articles");
  await logIn();
  const first = await cookies();
  expect(first).toMatchObject([{ name: "tallybox-login", httpOnly: true, sameSite: "Strict", path: "/api" }]);
  await logIn();
  expect((await cookies()).map(({ value }) => value)).toEqual(first.map(({ value }) => value));
  await expect.poll(() => [...withCookie]).toContain("/api/pwa-auth/login-password");
  expect(all.length).toBeGreaterThan(withCookie.size);
  expect([...withCookie].filter((path) => !path.startsWith("/api/pwa-auth/"))).toEqual([]);
});
