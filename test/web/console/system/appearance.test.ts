import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { pairSharedTerminal } from "../../../security/terminal.ts";
import { logInConsole } from "../log-in.ts";

/** Creates security events of several kinds, some of them failures. */
async function createEvents(server: TestServer): Promise<void> {
  const admin = await server.as("admin");
  const { logIn } = await pairSharedTerminal(server);
  await logIn(3, "3333");
  const wrong = () => server.anonymous.post("/api/pwa-auth/login", { userId: 3, pin: "8001" });
  for (let i = 0; i < 6; i++) await wrong();
  await (await server.as("user")).get("/api/users");
  await admin.put("/api/users/3", { roles: ["Manager", "User"] });
  await admin.put("/api/settings", { terminalLockMinutes: 10, quantityWarningFactor: 20 });
  await admin.get("/api/export/users");
}

const SCREENS = [
  ["/system", ".to-scan svg"],
  ["/system/settings", "form input"],
  ["/system/certificate", "#cert-now"],
  ["/system/backup", "#restore"],
  ["/system/upgrade", "#upgrade-version"],
  ["/system/audit", "[data-row]"],
  ["/system/security-log", "table[aria-busy=false]"],
  ["/system/licences", "details.licence"],
] as const;

test.each([
  ["en", "light", 1280],
  ["cs", "dark", 360],
] as const)(
  "every system screen is readable and complete in %s, %s, %i px wide",
  async (language, theme, width) => {
    const server = await startServer({ settings: { HTTPS_PORT: "0" } });
    const admin = await server.as("admin");
    await admin.put("/api/articles/1", { name: "Another name" });
    await createEvents(server);
    const consolePage = await openConsole({ language, theme, width });
    await logInConsole(consolePage, server, "admin", "/system");
    const { page } = consolePage;
    for (const [path, css] of SCREENS) {
      await consolePage.open(server.url, path);
      await page.locator(`.screen ${css}`).first().waitFor();
      if (path === "/system/licences") {
        await page.locator("summary", { hasText: /^preact \d/ }).click();
        await page.getByText("Copyright (c) 2015-present Jason Miller").waitFor();
      }
      await expect.poll(() => consolePage.axe(), { message: path }).toEqual([]);
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollWidth"), { message: path })
        .toBe(width);
      await consolePage.screenshot(`system${path.replaceAll("/", "-")}-${language}-${width}`);
    }
  },
);

test("an Admin of another tenant has only the audit log and the security log; a Manager has no system screen", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin2", "/system");
  const { page } = consolePage;
  await page.waitForURL("**/console#/system/audit");
  const parts = page.getByRole("navigation", { name: "System pages" }).getByRole("link");
  await expect.poll(() => parts.allTextContents()).toEqual(["Notices", "Audit log", "Security log"]);
  for (const path of ["/system/settings", "/system/certificate", "/system/backup"]) {
    await consolePage.open(server.url, path);
    await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  }
  await logInConsole(consolePage, server, "manager", "/system/audit");
  await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "System" }).count()).toBe(0);
});
