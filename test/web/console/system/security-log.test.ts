import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { addFilter } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";

test("an Admin finds failed logins by filters in the address, and exports the result", async () => {
  const server = await startServer();
  const logIn = (userName: string, password: string) =>
    server.anonymous.post("/api/pwa-auth/login-password", { userName, password });
  for (let i = 0; i < 3; i++) await logIn("user", "wrong");
  await logIn("manager", "manager-demo");
  await server.admin.put("/api/users/3", { roles: ["Manager", "User"] });
  const { page } = await openConsoleAs("admin", "/system/security-log", { server });
  const rows = page.locator("tbody tr");
  await page.getByText("User → Manager, User").waitFor();
  await expect.poll(() => rows.count()).toBe(5);

  await addFilter(page, "Outcome");
  await page.getByLabel("Outcome", { exact: true }).selectOption("Failed");
  await addFilter(page, "User");
  await page.getByLabel("User", { exact: true }).selectOption("Uma Svoboda");
  await page.waitForURL("**/console#/system/security-log?outcome=failure&userId=3");
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText("Wrong credentials").waitFor();
  await rows.getByText(/^3×, last /).waitFor();
  await rows.getByText("127.0.0.1").waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("wrongCredentials");
});
