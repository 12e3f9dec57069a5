import { expect, test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";
import { Keyboard } from "../../harness/terminal/keyboard.ts";
import { person } from "../access/log-in.ts";
import { logInConsole, openConsoleAs } from "./log-in.ts";

// A browser opens six connections to one host. With a stream each, the seventh tab would wait forever.
test("ten tabs share one event stream, and each gets its events", async () => {
  const { server, consolePage } = await openConsoleAs("manager");
  const tabs = [consolePage.page];
  while (tabs.length < 10) {
    const tab = await consolePage.newTab();
    await tab.goto(`${server.url}/console#/overview`);
    tabs.push(tab);
  }
  for (const tab of tabs) await tab.getByText("Live", { exact: true }).waitFor();
  const { body: locations } = await server.manager.get("/api/locations");
  await server.manager.post("/api/inventories", { name: "Brand new", locationIds: [locations[0].oid] });
  for (const tab of tabs) await tab.getByRole("link", { name: "Brand new" }).waitFor();
});

test("a page asks for a response once, and once more for the first events, however many parts of it show the response; a change is one request more", async () => {
  const { server, page } = await openConsoleAs("manager");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.goto("about:blank");
  const asked = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.set(pathname + search, (asked.get(pathname + search) ?? 0) + 1);
  });
  await page.goto(`${server.url}/console#/articles/new`);
  await page.getByText("Live", { exact: true }).waitFor();
  await expect.poll(() => asked.get("/api/articlecategories")).toBeGreaterThan(0);
  await server.manager.post("/api/articlecategories", { name: "Brand new" });
  await page.getByRole("option", { name: "Brand new" }).waitFor({ state: "attached" });
  expect(asked.size).toBeGreaterThan(5);
  // The change is one of the catalogues, so each of them is asked for once more.
  const mostOf = (request: string) =>
    /^\/api\/(article(categories|types|states)|currencytypes|customfields)/.test(request) ? 3 : 2;
  expect([...asked].filter(([request, times]) => times > mostOf(request))).toEqual([]);
});

test("a change during the first request for a response is shown, though that response is from before it", async () => {
  const { server, page } = await openConsoleAs("manager");
  await page.getByText("Live", { exact: true }).waitFor();
  const held: (() => void)[] = [];
  await page.route(
    "**/api/customfields",
    async (route) => {
      const response = await route.fetch();
      await new Promise<void>((release) => held.push(release));
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.goto(`${server.url}/console#/articles/new`);
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole("option", { name: "Furniture" }).waitFor({ state: "attached" });
  // The page asks for another response that the event of the change concerns.
  const asked = page.waitForRequest("**/api/articlecategories");
  await server.manager.post("/api/customfields", { name: "Colour", type: "text" });
  await asked;
  for (const release of held) release();
  await page.getByLabel("Colour").waitFor();
});

test("the end of a login shows the login screen in every tab; a new login returns to the screen before", async () => {
  const { server, consolePage } = await openConsoleAs("manager", "/overview?x=1");
  const other = await consolePage.newTab();
  await other.goto(`${server.url}/console#/overview`);
  await other.getByText("Live", { exact: true }).waitFor();
  const admin = await server.as("admin");
  await admin.put("/api/users/2/secrets", { password: "another-password" });
  for (const tab of [consolePage.page, other])
    await tab.getByRole("heading", { name: "Log in to the console" }).waitFor();
  await consolePage.page.getByLabel("User name").fill("manager");
  await consolePage.page.getByLabel("Password").fill("another-password");
  await consolePage.page.keyboard.press("Enter");
  await consolePage.page.waitForURL("**/console#/overview?x=1");
  await other.getByText("Live", { exact: true }).waitFor();
});

test("the keys /, ? and g with a letter open search, shortcuts and screens, and are text in a field; the page reconnects by itself after a lost request, and waits for a slow server", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("/");
  await page.keyboard.type("g?p/");
  await expect.poll(() => page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("g?p/");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/articles?q=g%3Fp%2F");
  await page.evaluate("document.activeElement.blur()");
  // Both keys within the time of a shortcut, also on a busy machine.
  await new Keyboard(await page.context().newCDPSession(page)).scan("go", { ending: "none" });
  await page.waitForURL("**/console#/overview");

  await page.getByText("Live", { exact: true }).waitFor();
  // A request that the server defers (429) is repeated.
  const later = { status: 429, headers: { "Retry-After": "1" }, json: { message: "Not now." } };
  await page.route("**/api/settings", (route) => route.fulfill(later), { times: 1 });
  await page.goto(`${server.url}/console#/system/settings`);
  await page.getByLabel("Site name").waitFor();
  await page.route("**/api/settings", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Site name").fill("Depot");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("No connection since").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel("Site name").inputValue()).toBe("Depot");
  // A request that is still running is not repeated.
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.clock.install();
  const held: (() => void)[] = [];
  await page.route("**/api/imports", async (route) => {
    await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  await page.goto(`${server.url}/console#/exchange`);
  await expect.poll(() => held.length).toBe(1);
  await page.clock.runFor(10_000);
  await page.getByRole("heading", { name: "Import and export" }).waitFor();
  // A request that a timer had sent would be held before this one is answered.
  await page.evaluate("fetch('/api/version').then(() => {})");
  expect(held.length).toBe(1);
  for (const release of held) release();
});

test("a renewal of the login that the server defers does not end the stream", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  // As on phones, where the page itself has the stream.
  await page.addInitScript("delete window.SharedWorker");
  const refused: number[] = [];
  const refuse = (path: string, status: number) =>
    page.route(
      path,
      (route) => {
        refused.push(status);
        return route.fulfill({ status, json: { message: "Not now." } });
      },
      { times: 1 },
    );
  await refuse("**/api/events", 401);
  await refuse("**/api/pwa-auth/refresh", 429);
  await logInConsole(consolePage, server, "manager");
  await expect.poll(() => refused).toEqual([401, 429]);
  await page.getByText("Live", { exact: true }).waitFor();
  const { body: locations } = await server.manager.get("/api/locations");
  await server.manager.post("/api/inventories", { name: "Brand new", locationIds: [locations[0].oid] });
  await page.getByRole("link", { name: "Brand new" }).waitFor();
});

test("where the worker of the stream ends, as for lack of memory, another one is started and delivers the events", async () => {
  const { server, page } = await openConsoleAs("manager");
  await page.getByText("Live", { exact: true }).waitFor();
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const listWorkers = async () => {
    const { targetInfos = [] } = (await browser?.send("Target.getTargets")) ?? {};
    return targetInfos.filter(({ type, url }) => type === "shared_worker" && url.startsWith(server.url));
  };
  const workers = await listWorkers();
  expect(workers).toHaveLength(1);
  for (const { targetId } of workers) await browser?.send("Target.closeTarget", { targetId });
  await expect.poll(listWorkers).toEqual([]);
  // A tab that becomes visible checks at once.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  const { body: locations } = await server.manager.get("/api/locations");
  await server.manager.post("/api/inventories", { name: "Brand new", locationIds: [locations[0].oid] });
  await page.getByRole("link", { name: "Brand new" }).waitFor();
});

test("a user who changes their password stays logged in, also where the stream ends first with the old login", async () => {
  const { page } = await openConsoleAs("manager", "/me");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.route("**/api/me/secrets", async (route) => {
    const response = await route.fetch();
    await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
    await route.fulfill({ response });
  });
  await page.getByLabel("Current password").first().fill(person("manager").password);
  await page.getByLabel("New password").fill("another-password");
  const answered = page.waitForResponse("**/api/me/secrets");
  await page.getByRole("button", { name: "Change password" }).click();
  await answered;
  await page.waitForURL("**/console#/me");
  await page.getByText("Live", { exact: true }).waitFor();
});
