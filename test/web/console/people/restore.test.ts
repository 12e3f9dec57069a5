import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { restartAfterRestore } from "../../restart-after-restore.ts";
import { expectAccessibleLayout } from "../appearance.ts";

async function pairDevice(
  server: TestServer,
  deviceName: string,
  kind: "personal" | "terminal",
): Promise<string> {
  const { body } = await (await server.as("manager")).post("/api/device-auth/generate-code", { kind });
  const activation = { code: body.code, deviceName };
  return (await server.anonymous.post("/api/device-auth/activate", activation)).body.deviceToken;
}

test("after a restore an Admin first gets the screen to confirm users and devices, finds it in the overview later, and ends some of them", async () => {
  const server = await startServer();
  const confirmed = await pairDevice(server, "Gate 7", "terminal");
  const revoked = await pairDevice(server, "Old phone", "personal");
  await restartAfterRestore(server);
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/articles");
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill("admin-demo");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Confirm after the restore" }).waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("link", { name: "5 users and devices to confirm after the restore" }).click();
  await page.getByRole("heading", { name: "Confirm after the restore" }).waitFor();
  const row = (name: string) => page.locator("tbody tr").filter({ hasText: name });
  await row("Old phone").waitFor();
  await expectAccessibleLayout(consolePage, "restore-confirmation", ["light", "dark"]);
  for (const name of ["Uma Svoboda", "Old phone"]) await row(name).getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Confirm selected" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 user is deactivated.").waitFor();
  await dialog.getByText("1 device is revoked").waitFor();
  await dialog.getByRole("button", { name: "Confirm selected" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const exchange = async (deviceToken: string) =>
    (await server.anonymous.post("/api/device-auth/exchange", { deviceToken })).status;
  expect([await exchange(confirmed), await exchange(revoked)]).toEqual([200, 401]);
  const answered = page.waitForResponse("**/api/restore-confirmation");
  await page.reload();
  await answered;
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await expect.poll(() => page.getByText("to confirm after the restore").count()).toBe(0);
});
