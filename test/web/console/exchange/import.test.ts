import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { xlsxFile } from "../../../../src/tables/xlsx-write.ts";
import { aBox, type TestBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { check } from "../../../import/uploads.ts";
import { atDesk } from "../at-desk.ts";

const drop = (page: Page, name: string, text: string | Buffer) =>
  page.getByLabel("Drop a CSV or XLSX file here").setInputFiles({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(text),
  });

async function figure(page: Page, name: string): Promise<string> {
  const figures = page.locator(".import-summary dl > div").filter({ hasText: name });
  return (await figures.locator("dd").textContent()) ?? "";
}

async function apply(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
}

async function atExchange(box: Pick<TestBox, "url">, path = "/exchange") {
  const desk = await aDesk();
  await atDesk(desk, box, "admin", path);
  return desk.page;
}

const workbook = (names: readonly string[], rows: readonly (readonly string[])[]) =>
  buffer(
    xlsxFile([
      {
        name: "Data",
        columns: names.map((title) => ({ title, width: 10 })),
        rows: rows.map((row) => [...row]),
      },
    ]),
  );

test("a workbook is matched by hand, which is remembered, checked, and applied in numbers that lead on", async () => {
  const box = await aBox();
  const page = await atExchange(box);
  const rows = [
    ["W-1", "Ladder", "0007"],
    ["A000001", "Another name", "0008"],
  ];
  await drop(page, "things.xlsx", await workbook(["Nr", "Thing", "Colour"], rows));
  await page.getByText("The column Code is missing.").waitFor();
  expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(0);
  await page.getByLabel("Nr").selectOption("code");
  await page.getByLabel("Thing").selectOption("name");
  await page.getByRole("button", { name: "Check again" }).click();
  await page.locator(".import-grid").getByText("→ Another name").waitFor();
  expect(await page.locator(".import-grid .is-error").count()).toBeGreaterThan(0);
  await page.goto(`${box.url}/console#/exchange`);
  await drop(
    page,
    "more.xlsx",
    await workbook(["Nr", "Thing", "Category", "Type"], [["W-2", "Saw", "Tools", "Hand"]]),
  );
  await page.getByRole("heading", { name: "more.xlsx" }).waitFor();
  expect(await page.getByLabel("Thing").inputValue()).toBe("name");
  expect(await figure(page, "To be added")).toBe("1");
  await apply(page);
  await page.getByText("The table is brought in.").waitFor();
  expect(await figure(page, "Added")).toBe("1");
  expect((await (await box.as("admin")).get("/api/articles/getbycode?code=W-2")).body.name).toBe("Saw");
  expect(await page.getByRole("link", { name: "Look at them" }).getAttribute("href")).toBe("#/articles");
});

test("ten thousand errors stand in the grid, of which what is in sight is drawn", async () => {
  const box = await aBox();
  const page = await atExchange(box);
  const lines = Array.from({ length: 10_000 }, (_, at) => `N${at},Thing,K,T,dear`);
  const dropped = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "long.csv"));
      return data;
    },
    ["Code,Name,Category,Type,Price", ...lines].join("\n"),
  );
  await page.dispatchEvent(".drop-file", "drop", { dataTransfer: dropped });
  const grid = page.locator(".import-grid");
  await grid.getByText("must be a number").first().waitFor();
  expect(await figure(page, "Errors")).toBe("10,000");
  expect(await grid.locator("table").getAttribute("aria-rowcount")).toBe("10001");
  expect(await grid.locator("tbody tr").count()).toBeLessThan(60);
  expect(await grid.locator("tbody tr.is-error").first().textContent()).toBe("2errorPricemust be a number");
  await grid.focus();
  await page.keyboard.press("End");
  await grid.getByText("10,001").waitFor();
  expect(await page.getByText("brought in whole or not at all").count()).toBe(1);
});

test("only what is wrong is shown where that is wanted; letters and separator are changed by hand", async () => {
  const box = await aBox();
  const page = await atExchange(box);
  await drop(page, "cs.csv", "Code;Name;Price\nA000001;Židle;12\nA000002;Stůl;draze");
  const grid = page.locator(".import-grid");
  await grid.getByText("A000001").waitFor();
  await page.getByLabel("Only what is wrong").check();
  await grid.getByText("A000001").waitFor({ state: "detached" });
  expect(await grid.locator("tbody tr").count()).toBe(1);
  expect(await page.getByLabel("Values are parted by").inputValue()).toBe("semicolon");
  await page.getByLabel("Letters").selectOption("windows-1250");
  await page.getByRole("button", { name: "Check again" }).click();
  await grid.getByText("Ĺ˝idle").waitFor();
});

test("an import that was begun elsewhere is found and gone on with; what another does with it is seen", async () => {
  const box = await aBox();
  const admin = await box.as("admin");
  const page = await atExchange(box);
  const { body } = await check(admin, "locations", "Path\nHall 9", { fileName: "halls.csv" });
  await page.getByRole("link", { name: "halls.csv" }).click();
  await page.getByText("To match them otherwise, drop the file again").waitFor();
  await admin.put(`/api/imports/${body.id}/apply`);
  await page.getByText("The table is brought in.").waitFor();
  const other = await check(admin, "locations", "Path\nHall 10", { fileName: "ten.csv" });
  await page.goto(`${box.url}/console#/exchange/${other.body.id}`);
  await page.getByRole("button", { name: "Cancel the import" }).click();
  await page.getByText("The import is ended.").waitFor();
  expect((await admin.get("/api/imports")).body).toHaveLength(1);
});

test("what has become wrong since the check is told in the grid, and nothing was changed", async () => {
  const box = await aBox();
  const admin = await box.as("admin");
  const file = "User name,First name,Last name,Roles\nnina,Nina,N,User\nother,Other,O,User";
  const { body } = await check(admin, "users", file);
  const page = await atExchange(box, `/exchange/${body.id}`);
  await page.getByRole("button", { name: "Apply" }).waitFor();
  await (await box.as("admin2")).post("/api/users", {
    userName: "nina",
    firstName: "Nina",
    lastName: "Elsewhere",
    roles: ["User"],
  });
  await apply(page);
  await page.locator(".import-grid .is-error").filter({ hasText: "User name" }).waitFor();
  await page.getByRole("alert").getByText("Nothing was changed.").waitFor();
  expect((await admin.get("/api/users?q=other")).body).toEqual([]);
});

test("a long import tells how far it is, and stopped it has changed nothing", async () => {
  const box = await aBox();
  const admin = await box.as("admin");
  const lines = Array.from({ length: 15_000 }, (_, at) => `N${at},Thing,K,T`);
  const { body } = await check(admin, "articles", ["Code,Name,Category,Type", ...lines].join("\n"));
  const page = await atExchange(box, `/exchange/${body.id}`);
  await apply(page);
  await page.getByText(/Being applied: rows [1-9][\d,]* \/ 15,000/).waitFor();
  expect(await page.getByText("Columns").count()).toBe(0);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("The import is ended. What was not applied has changed nothing.").waitFor();
  expect((await admin.get("/api/articles/getbycode?code=N0")).status).toBe(404);
});
