import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

/** Each screen, with an element that it has once it is complete. */
const SCREENS = [
  ["/people", "text=Ina Mala"],
  ["/people/new", "input[name=pin]"],
  ["/people/2", "input[name=pin]"],
  ["/people/devices", 'b:text("Gate 3")'],
  ["/people/service-accounts", 'h2:text("Zebra ERP")'],
  ["/people/webhooks", 'h2:text("Zebra ERP")'],
  ["/people/webhooks/1", 'h1:text("Zebra ERP")'],
  ["/people/pair", "svg.is-qr >> nth=0"],
  ["/me", "input[name=new] >> nth=0"],
] as const;
const WIDER = "document.documentElement.scrollWidth > innerWidth";

test.each([
  ["en", "light", 1280],
  ["cs", "dark", 360],
] as const)(
  "people and devices in %s, %s, %i pixels wide are readable and complete",
  async (language, theme, width) => {
    const server = await startServer({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
    const admin = await server.as("admin");
    const { body } = await admin.post("/api/device-auth/generate-code");
    await server.anonymous.post("/api/device-auth/activate", { code: body.code, deviceName: "Gate 3" });
    const scopes = ["articles:read", "articles:write", "inventories:read", "labels:print"];
    await admin.post("/api/service-accounts", { name: "Zebra ERP", scopes });
    const types = ["inventory.closed", "article.changed", "label.failed"];
    const url = "https://erp.example/hooks/a-very-long-path/that-has-to-wrap-somewhere/0123456789abcdef";
    await admin.post("/api/webhooks", { name: "Zebra ERP", url, types });
    const consolePage = await openConsole({ language, theme, width, height: 740 });
    await logInConsole(consolePage, server, "admin", "/people");
    for (const [path, seen] of SCREENS) {
      await consolePage.page.evaluate(`void (location.hash = "${path}")`);
      await consolePage.page.locator(seen).waitFor();
      await expect.poll(async () => [path, await consolePage.axe()]).toEqual([path, []]);
      await expect.poll(async () => [path, await consolePage.page.evaluate(WIDER)]).toEqual([path, false]);
      await consolePage.screenshot(`people${path.replace(/\W/g, "-")}-${theme}`);
    }
  },
);

test("a Manager has no access to users and devices; a user of another tenant is unknown", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "manager", "/people");
  await consolePage.page.getByText("You don't have access to this").waitFor();
  await logInConsole(consolePage, server, "admin2", "/people/2");
  await consolePage.page.getByText("This record no longer exists.").waitFor();
});

test("without a connection the screen shows its age, and keeps typed text", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const consolePage = await openConsole();
  await logInConsole(consolePage, { url: proxy.url }, "admin", "/people/2");
  const { page } = consolePage;
  await page.getByLabel("First name").fill("Maxim");
  proxy.cut();
  await page
    .getByText(/No connection. Last updated/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The server is not responding. When it is back").waitFor();
  proxy.restore();
  await expect.poll(() => page.getByText(/No connection. Last updated/).count()).toBe(0);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Maxim Dvorak" }).waitFor();
});
