import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "./held-requests.ts";

// What every change without a form keeps to: src/web/console/forms/mutation.tsx.

test("a second click while a change is under way sends nothing", async () => {
  const server = await startServer();
  await server.anonymous.post("/api/pwa-auth/login-password", { userName: "user", password: "user-demo" });
  const { page } = await openConsoleAs("admin", "/people/3", { server });
  const requests = await holdRequests(page, "DELETE", "**/api/users/3/sessions/*");
  const end = page.locator("table tbody tr").last().getByRole("button", { name: "End" });
  await end.dblclick();
  await expect.poll(() => requests.sent.length).toBe(1);
  requests.release();
  await page.getByText("Session ended.").waitFor();
  expect(requests.sent).toHaveLength(1);
});

test("the error of a change is told also where its screen was left before", async () => {
  const { page, server } = await openConsoleAs("admin", "/people/3");
  const requests = await holdRequests(page, "PUT", "**/api/users/3");
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect.poll(() => requests.sent.length).toBe(1);
  const admin = await server.as("admin");
  await admin.put("/api/users/3", { firstName: "Eva" });
  await page.evaluate("void (location.hash = '#/lists')");
  await page.getByRole("heading", { name: "Lists" }).waitFor();
  requests.release();
  await page.locator("#toasts [role=alert]").waitFor();
});
