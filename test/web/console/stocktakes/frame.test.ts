import { beforeAll, expect, test } from "vitest";
import type { ConsoleOptions } from "../../../harness/console.ts";
import { sharedServer } from "../../../harness/server.ts";
import { createWarehouse, type Warehouse } from "../../../inventories/stocktake.ts";
import { person } from "../../access/log-in.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openConsoleAs } from "../log-in.ts";

// The company, and the frame of a stocktake: what its inventory list states beside the items.

let warehouse: Warehouse;
const server = sharedServer({ settings: { SITE_TIME_ZONE: "UTC" } });
beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Hall");
  await warehouse.article("DRILL", { Hall: 1 });
});

const FRAME = {
  purpose: "extraordinary",
  decisiveDay: "2026-01-31",
  method: "documents",
  committee: [
    { role: "chair", name: "Jana Malá" },
    { role: "member", name: "Petr Novák" },
    { role: "member", name: "Eva Dlouhá" },
    { role: "responsible", name: "Karel Černý" },
  ],
};
const ADD = "Add purpose, decisive day and committee";
const read = async (id: number) => (await server.manager.get(`/api/inventories/${id}/frame`)).body;

/** Opens a running stocktake, which has this frame; null: none. */
async function openStocktake(frame: object | null, options: ConsoleOptions = {}) {
  const id = await warehouse.stocktake(["Hall"]);
  if (frame !== null) await server.manager.put(`/api/inventories/${id}/frame`, frame);
  const opened = await openConsoleAs("manager", `/stocktakes/${id}`, { server, ...options });
  const title = options.language === "cs" ? "Inventurní soupis" : "Inventory list";
  const card = opened.page.getByRole("region", { name: title });
  await card.waitFor();
  return { ...opened, id, card };
}

test("an Admin of each tenant saves the company, and it is shown again", async () => {
  const { page } = await openConsoleAs("admin2", "/system/company", { server });
  await page.getByLabel("Legal name").fill("Říční sklad s.r.o.");
  await page.getByLabel("Accounting law").selectOption({ label: "Czech Republic" });
  await page.getByLabel("Balance-sheet day").fill("12-31");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Company saved").waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel("Legal name").inputValue()).toBe("Říční sklad s.r.o.");
  await expect.poll(() => page.getByLabel("Accounting law").inputValue()).toBe("CZ");
  await expect.poll(() => page.getByLabel("Balance-sheet day").inputValue()).toBe("12-31");
});

test("a chosen law proposes its retention period, and a longer one stays", async () => {
  await server.admin2.put("/api/company", {});
  const { page } = await openConsoleAs("admin2", "/system/company", { server });
  const years = page.getByLabel("Retention period (years)");
  await page.getByLabel("Accounting law").selectOption({ label: "Czech Republic" });
  await expect.poll(() => years.inputValue()).toBe("5");
  await years.fill("12");
  await page.getByLabel("Accounting law").selectOption({ label: "Germany" });
  await expect.poll(() => years.inputValue()).toBe("12");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Company saved").waitFor();
  expect((await server.admin2.get("/api/company")).body).toMatchObject({ law: "DE", retentionYears: 12 });
});

test("a frame is saved and shown, with users and other persons in its committee", async () => {
  const { page, card, id } = await openStocktake(null);
  const { fullName } = person("user");
  await card.getByRole("button", { name: ADD }).click();
  const dialog = page.getByRole("dialog", { name: "Inventory list" });
  await dialog.getByLabel("Purpose").selectOption({ label: "Extraordinary" });
  await dialog.getByLabel("Method").selectOption({ label: "Read by RFID" });
  await dialog.getByLabel("Decisive day").fill("2026-01-31");
  const member = (n: number) => dialog.getByRole("group", { name: `Person ${n}` });
  await dialog.getByRole("button", { name: "Add person" }).click();
  await member(1).getByRole("combobox", { name: "Person" }).fill("Jana Malá");
  await dialog.getByRole("button", { name: "Add person" }).click();
  await member(2).getByLabel("Role").selectOption({ label: "Recorder" });
  await dialog.locator(`datalist option[value="${fullName}"]`).waitFor({ state: "attached" });
  await member(2).getByRole("combobox", { name: "Person" }).fill(fullName);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => card.locator("dl > div").allInnerTexts())
    .toEqual([
      "Purpose\nExtraordinary",
      "Decisive day\nJanuary 31, 2026",
      "Method\nRead by RFID",
      "Chair of the committee\nJana Malá",
      `Recorder\n${fullName}`,
    ]);
  const { body: users } = await server.admin.get("/api/users");
  const userId = users.find((one: { fullName: string }) => one.fullName === fullName).oid;
  expect((await read(id)).committee).toEqual([
    { role: "chair", userId: null, name: "Jana Malá" },
    { role: "recorder", userId, name: fullName },
  ]);
});

test("a namesake is chosen and shown by the user name, and somebody without an account stays so", async () => {
  const userIds: number[] = [];
  for (const userName of ["novak1", "novak2"]) {
    const user = { userName, firstName: "Petr", lastName: "Novák", roles: ["User"] };
    const { status, body } = await server.admin.post("/api/users", user);
    expect(status).toBe(201);
    userIds.push(body.oid);
  }
  const { page, card, id } = await openStocktake(FRAME);
  await card.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Inventory list" });
  await dialog.locator('datalist option[value="Petr Novák (novak2)"]').waitFor({ state: "attached" });
  await dialog.getByRole("combobox", { name: "Person" }).nth(2).fill("Petr Novák (novak2)");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await read(id)).committee).toMatchObject([
    {},
    { userId: null, name: "Petr Novák" },
    { userId: userIds[1], name: "Petr Novák (novak2)" },
    {},
  ]);
  await card.getByRole("button", { name: "Change…" }).click();
  const shown = dialog.getByRole("combobox", { name: "Person" });
  await expect.poll(() => shown.nth(2).inputValue()).toBe("Petr Novák (novak2)");
  await expect.poll(() => shown.nth(1).inputValue()).toBe("Petr Novák");
});

test("the typed times of a count on paper are saved, shown, and as they were in the form", async () => {
  const { page, card, id } = await openStocktake(FRAME);
  await card.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Inventory list" });
  await dialog.getByLabel("Beginning of the count").fill("2026-01-30T06:15");
  await dialog.getByLabel("End of the count").fill("2026-01-31T14:30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => card.locator("dl > div").allInnerTexts())
    .toEqual(
      expect.arrayContaining([
        "Beginning of the count\n1/30/2026, 06:15",
        "End of the count\n1/31/2026, 14:30",
      ]),
    );
  const saved = await read(id);
  await card.getByRole("button", { name: "Change…" }).click();
  await expect.poll(() => dialog.getByLabel("Beginning of the count").inputValue()).toBe("2026-01-30T06:15");
  await dialog.getByLabel("Purpose").selectOption({ label: "Year end" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await read(id)).toMatchObject({ ...saved, purpose: "yearEnd" });
});

test("a person without a name, and a committee without a chair, have their error", async () => {
  const { page, card } = await openStocktake(FRAME);
  await card.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Inventory list" });
  const second = dialog.getByRole("group", { name: "Person 2" }).getByRole("combobox", { name: "Person" });
  await second.fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => second.getAttribute("aria-invalid")).toBe("true");
  await second.fill("Petr Novák");
  await dialog.getByRole("button", { name: "Remove person 1" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("must have exactly one person with the role chair").waitFor();
});

test("a removed frame is gone", async () => {
  const { page, card, id } = await openStocktake(FRAME);
  await card.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await card.getByRole("button", { name: ADD }).waitFor();
  expect(await read(id)).toMatchObject({ purpose: null, committee: [] });
});

test("the removal of a frame says beforehand that it withdraws the approval", async () => {
  const { page, card, id } = await openStocktake(FRAME);
  await warehouse.move(id, "finish", "process", "approve");
  await page.reload();
  await card.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByText("A change withdraws the approval.").waitFor();
});

test("the frame of a closed stocktake is shown, and can't be changed", async () => {
  const { card, id } = await openStocktake(FRAME);
  await card.getByRole("button", { name: "Change…" }).waitFor();
  await warehouse.move(id, "finish", "process", "close");
  await expect.poll(() => card.getByRole("button").count()).toBe(0);
  await card.getByText("Karel Černý").waitFor();
});

const PHONE = { language: "cs", width: 390, height: 844 } as const;

test("warnings, the frame and its form are readable and complete on a phone", async () => {
  await server.admin.put("/api/company", { law: "CZ", balanceSheetDay: "12-31" });
  const frame = { ...FRAME, purpose: "yearEnd", decisiveDay: "2026-01-15" };
  const { consolePage, page, card } = await openStocktake(frame, PHONE);
  await card
    .getByRole("status")
    .getByText(/563\/1991.*§ 30 (?:\(4\)|odst\. 4)/)
    .waitFor();
  await expectAccessibleLayout(consolePage, "frame-phone", ["light", "dark"]);
  await card.getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("group").nth(3).waitFor();
  await expectAccessibleLayout(consolePage, "frame-form-phone", ["light", "dark"]);
});
