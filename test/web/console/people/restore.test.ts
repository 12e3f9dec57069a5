import { expect, test } from "vitest";
import { aBox, type TestBox } from "../../../harness/box.ts";
import { aDesk, type Desk } from "../../../harness/desk.ts";
import { restored } from "../../restored.ts";
import { expectGoodLooks, type Look } from "../look.ts";

async function paired(box: TestBox, deviceName: string, kind: "personal" | "terminal"): Promise<string> {
  const { body } = await (await box.as("manager")).post("/api/device-auth/generate-code", { kind });
  const activation = { code: body.code, deviceName };
  return (await box.anonymous.post("/api/device-auth/activate", activation)).body.deviceToken;
}

async function logIn({ page, language }: Desk): Promise<void> {
  await page.getByLabel(language === "cs" ? "Uživatelské jméno" : "User name").fill("admin");
  await page.locator("input[type=password]").fill("admin-demo");
  await page.locator("button[type=submit]").click();
}

test("an Admin sees first what a restore has brought back, and ends what should not be there", async () => {
  const box = await aBox();
  const kept = await paired(box, "Gate 7", "terminal");
  const lost = await paired(box, "Old phone", "personal");
  await restored(box);
  const desk = await aDesk();
  const { page } = desk;
  await desk.open(box.url, "/articles");
  await logIn(desk);
  await page.getByRole("heading", { name: "Confirm after the restore" }).waitFor();
  const row = (name: string) => page.locator("tbody tr").filter({ hasText: name });
  for (const name of ["Uma Svoboda", "Old phone"]) await row(name).getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Confirm selected" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 user is deactivated.").waitFor();
  await dialog.getByText("1 device is revoked").waitFor();
  await dialog.getByRole("button", { name: "Confirm selected" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const exchange = async (deviceToken: string) =>
    (await box.anonymous.post("/api/device-auth/exchange", { deviceToken })).status;
  expect([await exchange(kept), await exchange(lost)]).toEqual([200, 401]);
  await page.reload();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(await page.getByText("to confirm after the restore").count()).toBe(0);
});

test("whoever goes elsewhere first finds it in the overview", async () => {
  const box = await aBox();
  await restored(box);
  const desk = await aDesk();
  const { page } = desk;
  await desk.open(box.url);
  await logIn(desk);
  await page.getByRole("heading", { name: "Confirm after the restore" }).waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("link", { name: "3 users and devices to confirm after the restore" }).click();
  await page.getByRole("heading", { name: "Confirm after the restore" }).waitFor();
});

const looks: readonly Look[] = [
  { name: "restore", schemes: ["light", "dark"], options: {} },
  { name: "restore-cs-phone", schemes: ["light"], options: { language: "cs", width: 390, height: 800 } },
];
test.each(looks)("the confirmation looks good ($name)", async ({ name, schemes, options }) => {
  const box = await aBox();
  await paired(box, "Gate 7", "terminal");
  await paired(box, "Old phone", "personal");
  await (await box.as("admin")).put("/api/settings", { language: options.language ?? "en" });
  await restored(box);
  const desk = await aDesk(options);
  await desk.open(box.url);
  await logIn(desk);
  await desk.page.locator("table.data").first().waitFor();
  await expectGoodLooks(desk, name, schemes);
});
