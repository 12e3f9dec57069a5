import { expect, test } from "vitest";
import { logInConsole, openConsoleAs } from "../log-in.ts";

const PATH = "/api/settings";

test("another user's settings appear; a code pattern shows example codes, and a rejected value its error", async () => {
  const { server, page } = await openConsoleAs("admin", "/system/settings");
  await page.getByLabel("Site name").waitFor();
  await server.admin.put(PATH, { siteName: "Hall 7" });
  await expect.poll(() => page.getByLabel("Site name").inputValue()).toBe("Hall 7");

  const pattern = page.getByLabel("Codes of new articles");
  await pattern.fill("TOOL-{000}");
  await page.getByText("Example codes: TOOL-001, TOOL-002, TOOL-1234").waitFor();
  const lock = page.getByLabel("Lock terminals after (minutes)");
  await lock.fill("0");
  await page.keyboard.press("Enter");
  await expect.poll(() => lock.getAttribute("aria-invalid")).toBe("true");
  const described = (await lock.getAttribute("aria-describedby"))?.split(" ")[0];
  await expect.poll(() => page.locator(`[id="${described}"]`).textContent()).toMatch(/at least 1/);
  await expect.poll(() => pattern.getAttribute("aria-invalid")).toBe("false");
  await lock.fill("12");
  await page.keyboard.press("Enter");
  await page.getByText("Settings saved").waitFor();
  const { body } = await server.admin.get(PATH);
  expect(body).toMatchObject({ articleCodePattern: "TOOL-{000}", terminalLockMinutes: 12 });
});

test("origins of other servers are entered one a line; a wrong one has its error", async () => {
  const { server, page } = await openConsoleAs("admin", "/system/settings");
  const origins = page.getByLabel("Origins that may call the API");
  await origins.fill("https://erp.example/path");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("must be an origin, such as https://erp.example", { exact: true }).waitFor();
  await expect.poll(() => origins.getAttribute("aria-invalid")).toBe("true");
  const summary = page.getByText(
    "Origins that may call the API: must be an origin, such as https://erp.example",
  );
  await summary.waitFor();
  await expect.poll(() => page.locator("form.settings").innerText()).not.toContain("crossOrigins");
  await origins.fill("https://erp.example\n https://shop.example:8443 \n\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Settings saved").waitFor();
  const { body } = await server.admin.get(PATH);
  expect(body.crossOrigins).toEqual(["https://erp.example", "https://shop.example:8443"]);
  await expect.poll(() => origins.inputValue()).toBe("https://erp.example\nhttps://shop.example:8443");
});

test("an Admin of another tenant has only the company, the notices and the logs; a Manager has no system screen", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin2", "/system");
  await page.waitForURL("**/console#/system/audit");
  const parts = page.getByRole("navigation", { name: "System pages" }).getByRole("link");
  await expect
    .poll(() => parts.allTextContents())
    .toEqual(["Company", "Notices", "Audit log", "Security log"]);
  for (const path of ["/system/settings", "/system/certificate", "/system/backup"]) {
    await consolePage.open(server.url, path);
    await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  }
  await logInConsole(consolePage, server, "manager", "/system/audit");
  await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "System" }).count()).toBe(0);
});

test("the licence of a package is shown in full", async () => {
  const { page } = await openConsoleAs("admin", "/system/licences");
  await page.locator("summary", { hasText: /^preact \d/ }).click();
  await page.getByText("Copyright (c) 2015-present Jason Miller").waitFor();
});
