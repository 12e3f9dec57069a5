import { beforeAll, expect, test } from "vitest";
import type { ConsoleOptions } from "../../../harness/console.ts";
import { sharedServer } from "../../../harness/server.ts";
import { createWarehouse, type Warehouse } from "../../../inventories/stocktake.ts";
import { person } from "../../access/log-in.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openConsoleAs } from "../log-in.ts";

// How the differences of a stocktake are settled, and the two PDFs that state it.

const COUNTED = { "SET-1": 4, "SET-2": 2, "SET-3": 3, "SET-4": 9, "SET-5": 0 };
const CAUSE = "Spilled during the move of the rack in March";

let warehouse: Warehouse;
const server = sharedServer();
beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Depot");
  for (const code of Object.keys(COUNTED)) await warehouse.article(code, {}, { price: 10 });
});

/** A counted and finished stocktake. SET-1 was found as expected. */
async function finishedStocktake(): Promise<number> {
  // The close of another one changes the stock.
  for (const code of Object.keys(COUNTED)) await warehouse.put(code, { Depot: 4 });
  const id = await warehouse.stocktake(["Depot"], { name: "Depot 2026" });
  for (const [code, quantity] of Object.entries(COUNTED)) await warehouse.count(id, code, quantity);
  await warehouse.move(id, "finish");
  return id;
}

async function settle(id: number, code: string, settlement: string, cause: string | null = null) {
  const { oid } = await warehouse.item(id, code);
  await warehouse.manager.put(`/api/inventories/${id}/explain`, { itemIds: [oid], settlement, cause });
}

const read = async (id: number, code: string) => {
  const { oid } = await warehouse.item(id, code);
  return (await warehouse.manager.get(`/api/inventories/items/${oid}`)).body.explanation;
};

/** Opens an item of a stocktake. */
async function openItem(id: number, code: string, options: ConsoleOptions = {}) {
  const { oid } = await warehouse.item(id, code);
  const path = `/stocktakes/${id}/results?tab=all&item=${oid}`;
  const opened = await openConsoleAs("manager", path, { server, ...options });
  await opened.page.locator("aside h2").filter({ hasText: code }).waitFor();
  const section = opened.page.getByRole("region", {
    name: options.language === "cs" ? "Rozdíl" : "Difference",
  });
  return { ...opened, section };
}

test("a difference is settled with its cause, and shown", async () => {
  const id = await finishedStocktake();
  const { page, section } = await openItem(id, "SET-2");
  await section.getByRole("button", { name: "Settle…" }).click();
  const dialog = page.getByRole("dialog", { name: "Settle 1 difference" });
  const save = dialog.getByRole("button", { name: "Save" });
  await expect.poll(() => save.isDisabled()).toBe(true);
  await dialog.getByLabel("Settlement").selectOption({ label: "Natural loss" });
  await dialog.getByLabel("Cause").fill(CAUSE);
  await save.click();
  await expect
    .poll(() => section.locator("dl > div").allInnerTexts())
    .toEqual([
      "Settlement\nNatural loss",
      `Cause\n${CAUSE}`,
      expect.stringContaining(`Settled by\n${person("manager").fullName}, `),
    ]);
  await page.locator("aside h2").press("Escape");
  await page.getByRole("row", { name: /SET-2.*Natural loss/ }).waitFor();
});

test.each([
  ["fewer pieces", "SET-2", ["Shortage, to the responsible person", "Natural loss", "Damage"]],
  ["more pieces", "SET-4", ["Surplus"]],
])("%s are offered the settlements that fit", async (_, code, fitting) => {
  const { page, section } = await openItem(await finishedStocktake(), code);
  await section.getByRole("button", { name: "Settle…" }).click();
  const options = page.getByRole("dialog").getByLabel("Settlement").locator("option");
  await expect.poll(() => options.allInnerTexts()).toEqual(["Choose…", ...fitting, "Mistake in the records"]);
});

test("the dialog of a change starts with what is set, and suggests the causes of other items", async () => {
  const id = await finishedStocktake();
  await settle(id, "SET-2", "damage", "Water");
  await settle(id, "SET-3", "shortage", CAUSE);
  const { page, section } = await openItem(id, "SET-2");
  await section.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Settle 1 difference" });
  await expect.poll(() => dialog.getByLabel("Settlement").inputValue()).toBe("damage");
  await expect.poll(() => dialog.getByLabel("Cause").inputValue()).toBe("Water");
  await dialog.locator(`datalist option[value="${CAUSE}"]`).waitFor({ state: "attached" });
  await dialog.getByLabel("Cause").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => read(id, "SET-2")).toMatchObject({ settlement: "damage", cause: null });
});

test("the dialog suggests usual causes in the user's language", async () => {
  const id = await finishedStocktake();
  const { page, section } = await openItem(id, "SET-2", { language: "cs" });
  await section.getByRole("button", { name: "Vypořádat…" }).click();
  await page.locator('dialog datalist option[value="Nezapsaný příjem"]').waitFor({ state: "attached" });
});

test("what another user has settled meanwhile is named, and overwritten only if that is wanted", async () => {
  const id = await finishedStocktake();
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/results?tab=all`, { server });
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Settle (4)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Settle 4 differences" });
  await dialog.getByLabel("Settlement").selectOption({ label: "Mistake in the records" });
  await settle(id, "SET-3", "shortage");
  await settle(id, "SET-4", "bookError");
  await dialog.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: "Somebody else saved this in the meantime" });
  await expect.poll(() => question.getByRole("row", { name: /SET-/ }).allInnerTexts()).toHaveLength(1);
  await question.getByRole("row", { name: /SET-3.* Mistake in the records Shortage/ }).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await read(id, "SET-3")).toMatchObject({ settlement: "shortage" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await question.getByRole("button", { name: "Save my version" }).click();
  await page.getByText("4 differences settled.").waitFor();
  expect(await read(id, "SET-3")).toMatchObject({ settlement: "bookError" });
});

test("a settlement is taken back, and the undo sets it again", async () => {
  const id = await finishedStocktake();
  await settle(id, "SET-2", "damage", "Water");
  const { page, section } = await openItem(id, "SET-2");
  await section.getByRole("button", { name: "Take back" }).click();
  await section.getByRole("button", { name: "Settle…" }).waitFor();
  expect(await read(id, "SET-2")).toBe(null);
  await page.getByRole("button", { name: "Undo" }).click();
  await section.getByText("Water").waitFor();
  expect(await read(id, "SET-2")).toMatchObject({ settlement: "damage", cause: "Water" });
});

test("before a settlement of an approved item is taken back, the question says that the approval goes", async () => {
  const id = await finishedStocktake();
  await settle(id, "SET-2", "damage", "Water");
  await warehouse.move(id, "process");
  const { oid } = await warehouse.item(id, "SET-2");
  await warehouse.manager.put(`/api/inventories/items/${oid}/approve`);
  const { page, section } = await openItem(id, "SET-2");
  await section.getByRole("button", { name: "Take back" }).click();
  const question = page.getByRole("dialog");
  await question.getByText("A change withdraws the approval.").waitFor();
  expect(await read(id, "SET-2")).not.toBe(null);
  await question.getByRole("button", { name: "Take back" }).click();
  await section.getByRole("button", { name: "Settle…" }).waitFor();
  expect((await warehouse.item(id, "SET-2")).isApproved).toBe(false);
});

test("the method of the selected items is set at once, and shown with the item", async () => {
  const id = await finishedStocktake();
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/results?tab=all`, { server });
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Method (5)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Method for 5 items" });
  await dialog.getByLabel("Method").selectOption({ label: "By documents" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  const opened = await openItem(id, "SET-1");
  await opened.page.locator("aside").getByText("By documents").waitFor();
});

test("the method is set although another user has settled one of the items meanwhile", async () => {
  const id = await finishedStocktake();
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/results?tab=all`, { server });
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Method (5)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Method for 5 items" });
  await dialog.getByLabel("Method").selectOption({ label: "By documents" });
  await settle(id, "SET-2", "damage");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await warehouse.item(id, "SET-2")).toMatchObject({ method: "documents" });
});

test("a method that another user has set meanwhile is named, and overwritten only if that is wanted", async () => {
  const id = await finishedStocktake();
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/results?tab=all`, { server });
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Method (5)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Method for 5 items" });
  await dialog.getByLabel("Method").selectOption({ label: "By documents" });
  const { oid } = await warehouse.item(id, "SET-3");
  await warehouse.manager.put(`/api/inventories/${id}/method`, { itemIds: [oid], method: "rfid" });
  await dialog.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: "Somebody else saved this in the meantime" });
  await question.getByRole("row", { name: /SET-3.* By documents Read by RFID/ }).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await warehouse.item(id, "SET-3")).toMatchObject({ method: "rfid" });
});

test("items with several methods are not all changed by a Save without a choice", async () => {
  const id = await finishedStocktake();
  const { oid } = await warehouse.item(id, "SET-1");
  await warehouse.manager.put(`/api/inventories/${id}/method`, { itemIds: [oid], method: "documents" });
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/results?tab=all`, { server });
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Method (5)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Method for 5 items" });
  await expect.poll(() => dialog.getByLabel("Method").inputValue()).toBe("mixed");
  await expect.poll(() => dialog.getByRole("button", { name: "Save" }).isEnabled()).toBe(false);
});

test("an item found as expected offers no settling", async () => {
  const id = await finishedStocktake();
  const { page, section } = await openItem(id, "SET-1");
  await page.getByRole("region", { name: "Decision" }).waitFor();
  await expect.poll(() => section.count()).toBe(0);
});

test("the settlement of a closed stocktake is shown, and can't be changed", async () => {
  const id = await finishedStocktake();
  await settle(id, "SET-2", "damage", "Water");
  await warehouse.move(id, "process", "close");
  const { section } = await openItem(id, "SET-2");
  await section.getByText("Water").waitFor();
  await expect.poll(() => section.getByRole("button").count()).toBe(0);
});

test("the report is offered as inventory list, differences and minutes", async () => {
  const id = await finishedStocktake();
  await warehouse.move(id, "process", "close");
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}`, { server });
  for (const [name, file, only] of [
    ["Inventory list (PDF)", "Depot-2026.pdf", null],
    ["Differences (PDF)", "Depot-2026-differences.pdf", "differences"],
    ["Minutes (PDF)", "Depot-2026-minutes.pdf", "minutes"],
  ] as const) {
    const asking = page.waitForRequest((request) => {
      const { searchParams } = new URL(request.url());
      return searchParams.get("format") === "pdf" && searchParams.get("only") === only;
    });
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    await asking;
    expect((await saving).suggestedFilename()).toBe(file);
  }
});

test("the report is offered from the end of the count on", async () => {
  const id = await finishedStocktake();
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}`, { server });
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Inventory list (PDF)" }).click();
  expect((await saving).suggestedFilename()).toBe("Depot-2026.pdf");
});

const PHONE = { language: "cs", width: 390, height: 844 } as const;

test("settlements, their form and the downloads are readable and complete on a phone", async () => {
  const id = await finishedStocktake();
  await warehouse.move(id, "process");
  await settle(id, "SET-2", "shortage", CAUSE);
  await settle(id, "SET-4", "surplus");
  const { consolePage, page, section } = await openItem(id, "SET-2", PHONE);
  await section.getByText(CAUSE).waitFor();
  await expectAccessibleLayout(consolePage, "settlement-phone", ["light", "dark"]);
  await section.getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("combobox").first().waitFor();
  await expectAccessibleLayout(consolePage, "settlement-form-phone", ["light", "dark"]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator("aside h2").press("Escape");
  await page.locator("aside").waitFor({ state: "detached" });
  await expectAccessibleLayout(consolePage, "settlement-list-phone", ["light", "dark"]);
  await warehouse.move(id, "close");
  await consolePage.open(server.url, `/stocktakes/${id}`);
  await page
    .getByRole("button", { name: /\(PDF\)/ })
    .nth(1)
    .waitFor();
  await expectAccessibleLayout(consolePage, "settlement-downloads-phone", ["light", "dark"]);
});
