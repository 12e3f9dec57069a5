import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { cellsIn } from "../../../tables/reading.ts";
import { cause, figure, goToStep, importRows, openExchange, uploadFile } from "./import-screens.ts";

const LIST = [
  "Code,Name,Category,Type,User,Price",
  "W-1,Ladder,Tools,Hand,Nobody Known,10",
  "W-2,Saw,Tools,Hand,Nobody Known,by invoice",
  "W-3,Drill,Tools,Hand,Manka Novak,12",
  "W-4,Hammer,Tools,Hand,,13",
].join("\n");

test("errors are grouped by cause and value; a decision applies to all rows of a cause or to one value", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  await uploadFile(page, "list.csv", LIST);
  await page.getByRole("heading", { name: "Fix the errors" }).waitFor();
  const people = cause(page, /user/i);
  await people.getByText("3 rows").waitFor();
  await people.getByRole("row", { name: "Nobody Known 2" }).waitFor();
  await people.getByRole("button", { name: "Show these rows" }).click();
  await expect.poll(() => page.locator(".import-grid tbody tr").count()).toBe(3);
  await page.getByRole("button", { name: "Show all errors" }).click();
  await expect.poll(() => page.locator(".import-grid tbody tr").count()).toBe(4);

  await people.getByLabel("Decision for Manka Novak").selectOption({ label: "Use another value…" });
  await people.getByLabel("Replacement for Manka Novak").selectOption({ label: "Ada Novak" });
  await people.getByRole("button", { name: "Leave empty" }).click();
  await people
    .getByText("Left empty · Nobody Known (2), Manka Novak (1): Replaced with “Ada Novak”")
    .waitFor();
  await expect.poll(() => people.getByRole("row").count()).toBe(0);
  const prices = cause(page, /Price/);
  await prices.getByRole("row", { name: "by invoice 1" }).waitFor();
  await prices.getByRole("button", { name: "Use another value" }).click();
  await prices.getByRole("textbox").fill("11");
  await page.keyboard.press("Enter");
  await page.getByText("All errors are resolved.").waitFor();

  await people.getByRole("button", { name: "Change" }).click();
  await people.getByRole("button", { name: "Leave rows out" }).click();
  await people.getByText("Rows left out").waitFor();
  await goToStep(page, "Import");
  await figure(page, "Left out", "2").waitFor();
  await importRows(page);
  await page.getByText("Import completed. 2 rows were left out.").waitFor();
  const { body } = await server.admin.get("/api/articles/getbycode?code=W-3");
  const admins = (await server.admin.get("/api/users?q=admin")).body;
  expect(admins.map(({ oid }: { oid: number }) => oid)).toContain(body.userId);
  expect((await server.admin.get("/api/articles/getbycode?code=W-1")).status).toBe(404);
});

test("prices that are thousands or decimals are read in one way by one answer", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  await uploadFile(page, "prices.csv", "Code;Price\nA000001;1.250\nA000002;3.400\nA000003;7,50");
  const prices = cause(page, /Price/);
  await prices.getByRole("button", { name: "Read as thousands" }).click();
  await page.getByText("All errors are resolved.").waitFor();
  await prices.getByText("Read as thousands · 1.250 (1), 3.400 (1)").waitFor();
  await goToStep(page, "Import");
  await importRows(page);
  await page.getByText("Import completed.").waitFor();
  const { body } = await server.admin.get("/api/articles/getbycode?code=A000002");
  expect(body.price).toBe(3400);
});

test("a decision in one tab appears in the other, which continues from it", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  await uploadFile(page, "list.csv", LIST);
  await page.getByRole("heading", { name: "Fix the errors" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await cause(other, /user/i).getByRole("button", { name: "Leave empty" }).waitFor();
  await cause(page, /user/i).getByRole("button", { name: "Leave empty" }).click();
  await cause(other, /user/i).getByText("Left empty").waitFor();
  await cause(other, /Price/).getByRole("button", { name: "Leave empty" }).click();
  await page.getByText("All errors are resolved.").waitFor();
  await other.reload();
  await figure(other, "With errors", "0").waitFor();
});

test("no decision is possible without a connection, and the page continues once the server is back; after a restart it shows that the import is gone", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const page = await openExchange({ url: proxy.url });
  await uploadFile(page, "list.csv", LIST);
  const empty = cause(page, /Price/).getByRole("button", { name: "Leave empty" });
  await empty.waitFor();
  proxy.cut();
  await page.getByText("The server is not responding.").waitFor();
  await expect.poll(() => empty.isDisabled()).toBe(true);
  proxy.restore();
  await empty.click();
  await cause(page, /Price/).getByText("Left empty").waitFor();

  await server.restart({ PORT: new URL(server.url).port });
  await page
    .getByText("This import no longer exists: it was cancelled, or the server was restarted.")
    .waitFor();
  await page.getByRole("link", { name: "Go to import and export" }).click();
  await page.getByLabel("Drop a file here, or choose one: CSV, XLSX").waitFor();
});

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
