import { expect, test } from "vitest";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";

test("an Admin adds a service account, whose key is shown once; a new key and a revoked one work as told", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin", "/people/service-accounts");
  await page.getByText("No service accounts").waitFor();
  await page.getByRole("button", { name: "Add a service account" }).first().click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create API key" });
  await expect.poll(() => create.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: "Read articles" }).check();
  await create.click();
  // The name is missing.
  await dialog.getByText("is required").first().waitFor();
  await dialog.getByLabel("Name").fill("ERP");
  await create.click();

  await dialog.getByRole("heading", { name: "API key of ERP" }).waitFor();
  const key = (await dialog.locator("code").textContent()) ?? "";
  const status = async (given: string) => (await server.withToken(given).get("/api/articles/1")).status;
  expect(await status(key)).toBe(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "ERP" }).waitFor();
  await expect.poll(() => page.content()).not.toContain(key);

  await page.getByRole("button", { name: "New key" }).click();
  await dialog.getByRole("button", { name: "New key" }).click();
  await dialog.getByRole("heading", { name: "API key of ERP" }).waitFor();
  const next = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  const rows = page.locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(2);
  expect([await status(key), await status(next)]).toEqual([200, 200]);

  await rows.last().getByRole("button", { name: "Revoke" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect([await status(key), await status(next)]).toEqual([401, 200]);
  await expect.poll(() => consolePage.axe()).toEqual([]);

  await page.getByRole("button", { name: "Change", exact: true }).click();
  await dialog.getByRole("checkbox", { name: "Read articles" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Read locations" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved: ERP").waitFor();
  expect(await status(next)).toBe(403);

  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No service accounts").waitFor();
  expect(await status(next)).toBe(401);
});

/** Opens the form of the first of these accounts, behind which a new key of each waits that was asked for before. */
async function keysBehindForm(...names: readonly string[]) {
  const { server, page } = await openConsoleAs("admin", "/overview");
  for (const name of names)
    await server.admin.post("/api/service-accounts", { name, scopes: ["articles:read"], days: 365 });
  await page.evaluate("location.hash = '#/people/service-accounts'");
  const creating = await holdRequests(page, "POST", "**/api/service-accounts/*/keys");
  const dialog = page.getByRole("dialog");
  for (const [index] of names.entries()) {
    await page.getByRole("button", { name: "New key" }).nth(index).click();
    await dialog.getByRole("button", { name: "New key" }).click();
    await expect.poll(() => creating.sent.length).toBe(index + 1);
  }
  await page.getByRole("button", { name: "Change", exact: true }).first().click();
  await dialog.getByLabel("Name").waitFor();
  creating.release();
  await expect.poll(() => page.locator("tbody tr").count()).toBe(2 * names.length);
  return { page, dialog };
}

test("a new key that comes late waits until the form that was opened meanwhile is closed", async () => {
  const { page, dialog } = await keysBehindForm("ERP");
  await dialog.getByLabel("Name").fill("Web shop");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("heading", { name: "API key of ERP" }).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "Web shop" }).waitFor();
});

test("Back asks before a new key that waits behind a form is lost", async () => {
  const { page, dialog } = await keysBehindForm("ERP");
  await page.goBack();
  await page.getByRole("heading", { name: "Leave without the new key or secret?" }).waitFor();
  await page.getByRole("button", { name: "Stay" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("heading", { name: "API key of ERP" }).waitFor();
});

test("a double click on Done closes one of two new keys", async () => {
  const { dialog } = await keysBehindForm("ERP", "Shop");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const first = await dialog.getByRole("heading").textContent();
  await dialog.getByRole("button", { name: "Done" }).dblclick();
  await expect.poll(() => dialog.getByRole("heading").textContent()).not.toBe(first);
});

test.each([
  ["a new key is valid for as long as the one before", false, 30],
  ["after a key that another one has replaced a new key is valid for a year", true, 365],
])("%s", async (_, isReplaced, days) => {
  const { server, page } = await openConsoleAs("admin", "/people/service-accounts");
  const wanted = { name: "ERP", scopes: ["articles:read"], days: 30 };
  const { account } = (await server.admin.post("/api/service-accounts", wanted)).body;
  if (isReplaced) {
    const path = `/api/service-accounts/${account.oid}/keys`;
    const next = (await server.admin.post(path, { overlapHours: 24 })).body.account.keys[0];
    expect((await server.admin.delete(`${path}/${next.id}`)).status).toBe(204);
  }
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New key" }).click();
  await dialog.getByRole("button", { name: "New key" }).click();
  await dialog.getByRole("heading", { name: "API key of ERP" }).waitFor();
  const [{ keys }] = (await server.admin.get("/api/service-accounts")).body;
  const [{ createdDT, expiresAt }] = keys;
  expect(Math.round((Date.parse(expiresAt) - Date.parse(createdDT)) / 86_400_000)).toBe(days);
});

test("a new key whose page was left before it came is told as lost", async () => {
  const { server, page } = await openConsoleAs("admin", "/people/service-accounts");
  await server.admin.post("/api/service-accounts", { name: "ERP", scopes: ["articles:read"], days: 30 });
  const creating = await holdRequests(page, "POST", "**/api/service-accounts/*/keys");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New key" }).click();
  await dialog.getByRole("button", { name: "New key" }).click();
  await expect.poll(() => creating.sent.length).toBe(1);
  await page.getByRole("link", { name: "Articles", exact: true }).click();
  await page.getByRole("heading", { name: "Articles", level: 1 }).waitFor();
  creating.release();
  await page.getByText("the page was left before it was shown").waitFor();
});

test("a change of a card that ends late leaves the open form as it is", async () => {
  const { server, page } = await openConsoleAs("admin", "/people/service-accounts");
  await server.admin.post("/api/service-accounts", { name: "ERP", scopes: ["articles:read"], days: 365 });
  const revoking = await holdRequests(page, "DELETE", "**/api/service-accounts/*/keys/*");
  await page.getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect.poll(() => revoking.sent.length).toBe(1);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await dialog.getByLabel("Name").fill("Web shop");
  revoking.release();
  await page.getByText("No valid key. Create one to let the program in again.").waitFor();
  await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("Web shop");
});
