import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { cellsIn } from "../../../tables/reading.ts";
import { figure, goToStep, openExchange, uploadFile } from "./import-screens.ts";

const LIST = [
  "Code,Name,Category,Type,User,Price",
  "W-1,Ladder,Tools,Hand,Nobody Known,10",
  "W-2,Saw,Tools,Hand,Nobody Known,by invoice",
  "W-3,Drill,Tools,Hand,Manka Novak,12",
  "W-4,Hammer,Tools,Hand,,13",
].join("\n");

test("rows with errors are downloaded with their messages, before and after the valid rows are imported", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  await uploadFile(page, "list.csv", LIST);
  await page.getByRole("heading", { name: "Fix the errors" }).waitFor();
  const download = async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download rows with errors" }).click(),
    ]);
    return cellsIn(await readFile(await file.path()));
  };
  const rows = (await download()).map((cells) => cells.map(String));
  expect(rows[0]).toEqual(["Code", "Name", "Category", "Type", "User", "Price", "Errors"]);
  expect(rows.map(([code]) => code)).toEqual(["Code", "W-1", "W-2", "W-3"]);
  expect(rows[2]?.[5]).toBe("by invoice");

  await goToStep(page, "Import");
  await expect.poll(() => page.getByRole("button", { name: "Import all 4 rows" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Import the 1 valid row" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText("1 record will be created. 0 records will be changed. 3 rows will be left out.")
    .waitFor();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("Import completed. 3 rows were left out.").waitFor();
  expect(await download()).toHaveLength(4);
  expect((await server.admin.get("/api/articles/getbycode?code=W-4")).status).toBe(200);
  expect((await server.admin.get("/api/articles/getbycode?code=W-1")).status).toBe(404);
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
