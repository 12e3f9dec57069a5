import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { ConsoleOptions } from "../../../harness/console.ts";
import { sharedServer } from "../../../harness/server.ts";
import { createWarehouse, type Warehouse } from "../../../inventories/stocktake.ts";
import { person } from "../../access/log-in.ts";
import { type Appearance, expectAccessibleLayout } from "../appearance.ts";
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

/** Another count of an item, which arrives after the finish and is applied then. */
async function applyLateCount(id: number, code: string, quantity: number): Promise<void> {
  const { oid: itemId } = await warehouse.item(id, code);
  const operationId = randomUUID();
  const operation = { operationId, kind: "set", itemId, quantity, at: new Date().toISOString() };
  await warehouse.user.post(`/api/inventories/${id}/counts`, { operations: [operation] });
  const { status } = await warehouse.manager.put(`/api/inventories/operations/${operationId}/apply`);
  expect(status).toBeLessThan(300);
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

test.for(["finish", "process"])(
  "a difference is settled with its cause, and shown: after %s",
  async (state) => {
    const id = await finishedStocktake();
    if (state === "process") await warehouse.move(id, state);
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
  },
);

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

test("what another user has settled meanwhile is overwritten only if that is wanted", async () => {
  const id = await finishedStocktake();
  const { page, section } = await openItem(id, "SET-2");
  await section.getByRole("button", { name: "Settle…" }).click();
  const dialog = page.getByRole("dialog", { name: "Settle 1 difference" });
  await dialog.getByLabel("Settlement").selectOption({ label: "Natural loss" });
  await settle(id, "SET-2", "damage", "Water");
  await dialog.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: "Somebody else saved this in the meantime" });
  await question.getByRole("row", { name: /SET-2.* Natural loss Damage · Water · / }).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await read(id, "SET-2")).toMatchObject({ settlement: "damage" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await question.getByRole("button", { name: "Save my version" }).click();
  await expect.poll(() => read(id, "SET-2")).toMatchObject({ settlement: "naturalLoss", cause: null });
});

test("a difference that was counted again meanwhile is not settled unseen", async () => {
  const id = await finishedStocktake();
  const { page, section } = await openItem(id, "SET-2");
  await section.getByRole("button", { name: "Settle…" }).click();
  const dialog = page.getByRole("dialog", { name: "Settle 1 difference" });
  await dialog.getByLabel("Settlement").selectOption({ label: "Damage" });
  await applyLateCount(id, "SET-2", 3);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("SET-2 Article SET-2 was counted again in the meantime.").waitFor();
  expect(await read(id, "SET-2")).toBeNull();
});

test("of selected items the question names those that another user has settled meanwhile", async () => {
  const id = await finishedStocktake();
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/results?tab=all`, { server });
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Settle (4)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Settle 4 differences" });
  await dialog.getByLabel("Settlement").selectOption({ label: "Damage" });
  await settle(id, "SET-3", "shortage");
  await settle(id, "SET-4", "damage");
  await dialog.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: "Somebody else saved this in the meantime" });
  await expect.poll(() => question.getByRole("row", { name: /SET-/ }).allInnerTexts()).toHaveLength(1);
  await question.getByRole("row", { name: /SET-3.* Damage Shortage/ }).waitFor();
  await question.getByRole("button", { name: "Save my version" }).click();
  await page.getByText("4 differences settled.").waitFor();
  expect(await read(id, "SET-3")).toMatchObject({ settlement: "damage" });
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

test("the selected items with a difference are settled at once", async () => {
  const id = await finishedStocktake();
  await warehouse.move(id, "process");
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/results?tab=all`, { server });
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Settle (4)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Settle 4 differences" });
  await dialog.getByLabel("Settlement").selectOption({ label: "Mistake in the records" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("4 differences settled.").waitFor();
  const settled = await Promise.all(Object.keys(COUNTED).map((code) => read(id, code)));
  expect(settled.map((one) => one?.settlement)).toEqual([undefined, ...Array(4).fill("bookError")]);
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

test.for([
  ["Inventory list (PDF)", "Depot-2026.pdf", null],
  ["Differences (PDF)", "Depot-2026-differences.pdf", "differences"],
] as const)("the report is offered as %s", async ([name, file, only]) => {
  const id = await finishedStocktake();
  await warehouse.move(id, "process", "close");
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}`, { server });
  const asking = page.waitForRequest((request) => {
    const { searchParams } = new URL(request.url());
    return searchParams.get("format") === "pdf" && searchParams.get("only") === only;
  });
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  await asking;
  expect((await saving).suggestedFilename()).toBe(file);
});

const APPEARANCES: readonly Appearance[] = [
  { name: "desktop", schemes: ["light", "dark"], options: { width: 1440, height: 900 } },
  { name: "notebook", schemes: ["light"], options: { width: 1024, height: 768 } },
  { name: "phone", schemes: ["light", "dark"], options: { language: "cs", width: 390, height: 844 } },
];

test.for(APPEARANCES)(
  "settlements, their form and the downloads are readable and complete: $name",
  async ({ name, schemes, options }) => {
    const id = await finishedStocktake();
    await warehouse.move(id, "process");
    await settle(id, "SET-2", "shortage", CAUSE);
    await settle(id, "SET-4", "surplus");
    const { consolePage, page, section } = await openItem(id, "SET-2", options);
    await section.getByText(CAUSE).waitFor();
    await expectAccessibleLayout(consolePage, `settlement-${name}`, schemes);
    await section.getByRole("button").first().click();
    await page.getByRole("dialog").getByRole("combobox").first().waitFor();
    await expectAccessibleLayout(consolePage, `settlement-form-${name}`, schemes);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("aside h2").press("Escape");
    await page.locator("aside").waitFor({ state: "detached" });
    await expectAccessibleLayout(consolePage, `settlement-list-${name}`, schemes);
    await warehouse.move(id, "close");
    await consolePage.open(server.url, `/stocktakes/${id}`);
    await page
      .getByRole("button", { name: /\(PDF\)/ })
      .nth(1)
      .waitFor();
    await expectAccessibleLayout(consolePage, `settlement-downloads-${name}`, schemes);
  },
);
