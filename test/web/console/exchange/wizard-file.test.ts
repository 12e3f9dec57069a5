import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { check } from "../../../import/uploads.ts";
import { cellsIn } from "../../../tables/reading.ts";
import { holdRequests } from "../save/held-requests.ts";
import {
  column,
  createWorkbook,
  figure,
  goToStep,
  importRows,
  openExchange,
  uploadFile,
} from "./import-screens.ts";

test("the raw rows are shown, and a click on a row makes it the header row; a file without a header row asks for it and rejects an empty one", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const list = [
    "Company Ltd.;Printed by Ada;",
    "List of articles;;",
    "Nr.;Thing;Colour",
    "W-1;Ladder;red",
    "W-2;Saw;blue",
  ];
  await uploadFile(page, "list.csv", list.join("\n"));
  await page.getByRole("heading", { name: "list.csv" }).waitFor();
  await goToStep(page, "File");
  const rows = page.getByRole("region", { name: "First rows of the file" });
  await expect.poll(() => rows.getByRole("row").nth(1).textContent()).toBe("1Company Ltd.Printed by Ada");
  await expect.poll(() => rows.getByRole("columnheader").allTextContents()).toEqual(["A", "B", "C"]);
  await rows.getByText("Thing").click();
  await rows.getByRole("button", { name: "Use row 3 as the header row", pressed: true }).waitFor();
  await expect.poll(() => page.getByRole("combobox", { name: "Header row" }).inputValue()).toBe("3");
  await goToStep(page, "Columns");
  await expect.poll(() => page.getByRole("row", { name: "Thing" }).textContent()).toContain("Ladder · Saw");
  await goToStep(page, "File");
  await page.getByRole("combobox", { name: "Header row" }).selectOption("4");
  await rows.getByRole("button", { name: "Use row 4 as the header row", pressed: true }).waitFor();
  await goToStep(page, "Columns");
  await column(page, "Ladder").waitFor();

  await page.goto(`${server.url}/console#/exchange`);
  await uploadFile(page, "no-header.csv", "1;Ladder\n;\n2;Saw");
  await page.getByText("No header row was recognised.").waitFor();
  await page.getByRole("button", { name: "Use row 2 as the header row" }).click();
  await page.getByRole("alert").getByText("must be a row with content").waitFor();
  await page.getByRole("button", { name: "Use row 1 as the header row" }).click();
  await page.getByText("The first rows of the file, as they are.").waitFor();
  await page.getByRole("link", { name: "Continue" }).click();
  await column(page, "Ladder").waitFor();
});

test("another sheet of a workbook can be selected; another encoding or separator of a CSV file changes the raw rows at once", async () => {
  const server = await startServer();
  const page = await openExchange(server, "/exchange?kind=locations");
  const file = await createWorkbook({
    Notes: [["Nothing here"], ["at all"]],
    Places: [["Path"], ["Hall 9"], ["Hall 10"]],
  });
  await uploadFile(page, "places.xlsx", file);
  await page.getByRole("heading", { name: "places.xlsx" }).waitFor();
  await goToStep(page, "File");
  await page.getByLabel("Sheet").selectOption("Places");
  await page.getByRole("cell", { name: "Hall 10" }).waitFor();
  await goToStep(page, "Import");
  await figure(page, "New", "2").waitFor();

  await page.goto(`${server.url}/console#/exchange?kind=articles`);
  await uploadFile(page, "cs.csv", "Code;Name;Price\nA000001;Židle;12\nA000002;Stůl;13");
  await page.getByRole("heading", { name: "cs.csv" }).waitFor();
  await goToStep(page, "File");
  await expect.poll(() => page.getByLabel("Separator").inputValue()).toBe("semicolon");
  await page.getByRole("cell", { name: "Židle" }).waitFor();
  await page.getByLabel("Encoding").selectOption("windows-1250");
  await page.getByRole("cell", { name: "Ĺ˝idle" }).waitFor();
  await page.getByLabel("Encoding").selectOption("utf-8");
  await page.getByLabel("Separator").selectOption("comma");
  await page.getByRole("cell", { name: "A000001;Židle;12" }).waitFor();
});

test("two columns with one name are distinguished; both may be a text, and not a code; the matching can be reset", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const list = ["Code,Name,Name,Category,Type", "W-1,Old name,New name,Tools,Hand"];
  await uploadFile(page, "names.csv", list.join("\n"));
  await page.getByRole("heading", { name: "names.csv" }).waitFor();
  await goToStep(page, "Columns");
  await expect.poll(() => page.getByText("Repeated name").count()).toBe(2);
  const first = page.getByRole("combobox", { name: "Name (B)" });
  const second = page.getByRole("combobox", { name: "Name (C)" });
  await expect.poll(async () => [await first.inputValue(), await second.inputValue()]).toEqual(["name", ""]);
  await second.selectOption({ label: "Name *" });
  await goToStep(page, "Import");
  await page.locator(".import-grid").getByRole("cell", { name: "Old name, New name" }).waitFor();
  await page.getByText("Name is joined from the columns Name, Name.").waitFor();
  await goToStep(page, "Columns");
  await second.selectOption({ label: "Code *" });
  await page.getByText("The columns A and C can't both be Code").waitFor();
  await expect.poll(() => second.inputValue()).toBe("name");
  await page.getByRole("button", { name: "Reset matching" }).click();
  await expect.poll(() => first.inputValue()).toBe("name");
  await expect.poll(() => second.inputValue()).toBe("");
});

test("a default value that is typed during a check is kept", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  await uploadFile(page, "short.csv", "Code,Name\nW-1,Ladder");
  const region = page.getByRole("region", { name: "Required fields without a column" });
  await region
    .getByRole("combobox", { name: "Type *", exact: true })
    .selectOption({ label: "Another value…" });
  const { release } = await holdRequests(page, "PUT", /\/api\/imports\/\d+$/);
  await region.getByLabel("Category *").selectOption({ index: 1 });
  const field = region.getByLabel("Type *: another value");
  await field.fill("Heavy piece");
  release();
  await page.getByText("1 row, 1 with errors").waitFor();
  await expect.poll(() => page.getByText("Checking…").count()).toBe(0);
  await expect.poll(() => field.inputValue()).toBe("Heavy piece");
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
});

test("a field without a column takes an existing value or another text as its default", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  await uploadFile(page, "short.csv", "Code,Name\nW-1,Ladder\nW-2,Saw");
  await page.getByRole("heading", { name: "Match the columns" }).waitFor();
  const region = page.getByRole("region", { name: "Required fields without a column" });
  const existing = await region.getByLabel("Category *").locator("option").nth(1).textContent();
  await region.getByLabel("Category *").selectOption({ index: 1 });
  await region
    .getByRole("combobox", { name: "Type *", exact: true })
    .selectOption({ label: "Another value…" });
  await region.getByLabel("Type *: another value").fill("Heavy piece");
  await page.keyboard.press("Enter");
  await page.getByText("2 rows", { exact: true }).waitFor();
  await goToStep(page, "Import");
  await figure(page, "New", "2").waitFor();
  await page.getByText("New types: 1. Heavy piece").waitFor();
  await importRows(page);
  await page.getByText("Import completed.").waitFor();
  const { body } = await server.admin.get("/api/articles/getbycode?code=W-2");
  expect([body.category.name, body.type.name]).toEqual([existing, "Heavy piece"]);
});

test("the rows that are checked so far are shown while a file is uploaded and checked", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const { body: real } = await check(server.admin, "articles", "Code,Name", {
    fileName: "long.csv",
  });
  const head = { ...real, state: "checking", progress: { done: 400, total: 2000 } };
  await page.route("**/api/imports", (route) =>
    route.request().method() === "POST" ? undefined : route.fulfill({ json: [head] }),
  );
  await uploadFile(page, "long.csv", "Code,Name");
  const bar = page.getByRole("progressbar", { name: "Uploading and checking long.csv… 400 rows" });
  await expect.poll(() => bar.evaluate((element) => element.getAttribute("max"))).toBe("2000");
  await page.getByRole("button", { name: "Stop" }).click();
  await bar.waitFor({ state: "detached" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("what separates the levels of locations can be chosen", async () => {
  const server = await startServer();
  const page = await openExchange(server, "/exchange?kind=locations");
  await uploadFile(page, "halls.csv", "Path\nHall X - Shelf 1");
  await page.getByRole("heading", { name: "halls.csv" }).waitFor();
  await goToStep(page, "Columns");
  await page.getByLabel("Levels of a location are written as").selectOption("A - B");
  await goToStep(page, "Import");
  await page.locator(".import-grid").getByRole("cell", { name: "Hall X / Shelf 1" }).first().waitFor();
});

test("templates of each format are downloaded, and can be imported", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  for (const [format, kind, name] of [
    ["xlsx", "articles", "Articles"],
    ["csv", "users", "Users"],
  ] as const) {
    await page.getByLabel("Data type").selectOption({ label: name });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download a template ${format.toUpperCase()}` }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`${kind}.*\\.${format}$`));
    const bytes = await readFile(await file.path());
    expect(await cellsIn(bytes)).toHaveLength(3);
    await uploadFile(page, `filled.${format}`, bytes);
    await page.getByRole("heading", { name: `filled.${format}` }).waitFor();
    await figure(page, "New", "2").waitFor();
    await page.goto(`${server.url}/console#/exchange`);
  }
});
