import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { pairSharedTerminal } from "../../../security/terminal.ts";
import { logInConsole } from "../log-in.ts";

/** Events of several kinds, of which some failed. */
async function someEvents(server: TestServer): Promise<void> {
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
  ["/system/audit", "tbody tr"],
  ["/system/security-log", "tbody tr"],
  ["/system/licences", "details.licence"],
] as const;

test.each([
  ["en", "light", 1280],
  ["cs", "dark", 360],
] as const)(
  "every screen in %s, %s, %i px wide, without a finding of axe",
  async (language, theme, width) => {
    const server = await startServer({ settings: { HTTPS_PORT: "0" } });
    const admin = await server.as("admin");
    await admin.put("/api/articles/1", { name: "Another name" });
    await someEvents(server);
    const consolePage = await openConsole({ language, theme, width });
    await logInConsole(consolePage, server, "admin", "/system");
    const { page } = consolePage;
    for (const [path, sign] of SCREENS) {
      await consolePage.open(server.url, path);
      await page.locator(`.screen ${sign}`).first().waitFor();
      if (path === "/system/licences") {
        await page.locator("summary", { hasText: /^preact \d/ }).click();
        await page.getByText("Copyright (c) 2015-present Jason Miller").waitFor();
      }
      expect(await consolePage.axe(), path).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(width);
      await consolePage.screenshot(`system${path.replaceAll("/", "-")}-${language}-${width}`);
    }
  },
);

test("another tenant's Admin has the audit log and the security log alone, a Manager nothing of it", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin2", "/system");
  const { page } = consolePage;
  await page.waitForURL("**/console#/system/audit");
  const parts = page.getByRole("navigation", { name: "System pages" }).getByRole("link");
  expect(await parts.allTextContents()).toEqual(["Audit log", "Security log"]);
  for (const path of ["/system/settings", "/system/certificate", "/system/backup"]) {
    await consolePage.open(server.url, path);
    await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  }
  const other = await openConsole();
  await logInConsole(other, server, "manager", "/system/audit");
  await other.page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  expect(await other.page.getByRole("link", { name: "System" }).count()).toBe(0);
});
