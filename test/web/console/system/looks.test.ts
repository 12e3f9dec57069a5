import { expect, test } from "vitest";
import { aBox, type TestBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { aSharedTerminal } from "../../../security/terminal.ts";
import { atDesk } from "../at-desk.ts";

/** Events of several kinds, of which some failed. */
async function someEvents(box: TestBox): Promise<void> {
  const admin = await box.as("admin");
  const { logIn } = await aSharedTerminal(box);
  await logIn(3, "3333");
  const wrong = () => box.anonymous.post("/api/pwa-auth/login", { userId: 3, pin: "8001" });
  for (let i = 0; i < 6; i++) await wrong();
  await (await box.as("user")).get("/api/users");
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
    const box = await aBox({ settings: { HTTPS_PORT: "0" } });
    const admin = await box.as("admin");
    await admin.put("/api/articles/1", { name: "Another name" });
    await someEvents(box);
    const desk = await aDesk({ language, theme, width });
    await atDesk(desk, box, "admin", "/system");
    const { page } = desk;
    for (const [path, sign] of SCREENS) {
      await desk.open(box.url, path);
      await page.locator(`.screen ${sign}`).first().waitFor();
      if (path === "/system/licences") {
        await page.locator("summary", { hasText: /^preact \d/ }).click();
        await page.getByText("Copyright (c) 2015-present Jason Miller").waitFor();
      }
      expect(await desk.axe(), path).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(width);
      await desk.screenshot(`system${path.replaceAll("/", "-")}-${language}-${width}`);
    }
  },
);

test("another tenant's Admin has the audit log and the security log alone, a Manager nothing of it", async () => {
  const box = await aBox();
  const desk = await aDesk();
  await atDesk(desk, box, "admin2", "/system");
  const { page } = desk;
  await page.waitForURL("**/console#/system/audit");
  const parts = page.getByRole("navigation", { name: "System pages" }).getByRole("link");
  expect(await parts.allTextContents()).toEqual(["Audit log", "Security log"]);
  for (const path of ["/system/settings", "/system/certificate", "/system/backup"]) {
    await desk.open(box.url, path);
    await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  }
  const other = await aDesk();
  await atDesk(other, box, "manager", "/system/audit");
  await other.page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  expect(await other.page.getByRole("link", { name: "System" }).count()).toBe(0);
});
