import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { check } from "../../../import/uploads.ts";
import { openConsoleAs } from "../log-in.ts";
import {
  cause,
  column,
  createWorkbook,
  figure,
  goToStep,
  importRows,
  openExchange,
  uploadFile,
} from "./import-screens.ts";

test("a workbook is matched by hand and imported, with figures and a link to the records; the next file has the same matching", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const titles = ["Nr", "Thing", "Colour"];
  const rows = [
    ["W-1", "Ladder", "0007"],
    ["A000001", "Another name", "0008"],
  ];
  await uploadFile(page, "things.xlsx", await createWorkbook({ Data: [titles, ...rows] }));
  await page.getByText("Code is required: select the column that holds it.").waitFor();
  await expect
    .poll(() => page.getByRole("row", { name: "Thing" }).textContent())
    .toContain("Ladder · Another name");
  await column(page, "Nr").selectOption({ label: "Code *" });
  await column(page, "Thing").selectOption({ label: "Name *" });
  await goToStep(page, "Import");
  await page.locator(".import-grid").getByText("→ Another name").waitFor();
  await page.getByText("Columns not imported: Colour").waitFor();
  await figure(page, "With errors", "1").waitFor();
  await page.goto(`${server.url}/console#/exchange`);
  const more = [
    ["Nr", "Thing", "Category", "Type"],
    ["W-2", "Saw", "Tools", "Hand"],
  ];
  await uploadFile(page, "more.xlsx", await createWorkbook({ Data: more }));
  await page.getByRole("heading", { name: "more.xlsx" }).waitFor();
  await figure(page, "New", "1").waitFor();
  await goToStep(page, "Columns");
  await expect.poll(() => column(page, "Thing").inputValue()).toBe("name");
  await goToStep(page, "Import");
  await importRows(page);
  await page.getByText("Import completed.").waitFor();
  await figure(page, "Created", "1").waitFor();
  expect((await server.admin.get("/api/articles/getbycode?code=W-2")).body.name).toBe("Saw");
  await expect
    .poll(() => page.getByRole("link", { name: "Show articles" }).getAttribute("href"))
    .toBe("#/articles");
});

test("the preview has a column for each field that changes, with changed cells marked and amounts as the language writes them", async () => {
  const { consolePage, page } = await openConsoleAs("admin", "/exchange", { language: "cs" });
  await page.locator("input[type=file]").setInputFiles({
    name: "seznam.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Kód;Název;Kategorie;Typ;Cena\nN-1;Stůl;Nábytek;Stůl;52422,5\nA000001;Jiný název;;;"),
  });
  await page.locator(".import-stepper a").last().click();
  const grid = page.getByRole("table", { name: "Náhled" });
  await expect
    .poll(() => grid.getByRole("columnheader").allTextContents())
    .toEqual(["Řádek", "Výsledek", "Záznam", "Název", "Kategorie", "Typ", "Cena", "Stav"]);
  const amount = grid.getByRole("row", { name: "N-1" }).getByRole("cell").nth(6);
  await expect.poll(async () => (await amount.innerText()).replace(/\s/g, " ")).toBe("52 422,50");
  await expect
    .poll(() => grid.locator("mark").allTextContents())
    .toEqual([expect.stringMatching(" → Jiný název$")]);
  await expect.poll(() => consolePage.axe()).toEqual([]);
});

test("the roles of imported people, and whether they are active, are named in the language of the screen", async () => {
  const { page } = await openConsoleAs("admin", "/exchange?kind=users", { language: "cs" });
  await page.locator("input[type=file]").setInputFiles({
    name: "lide.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Uživatelské jméno;Jméno;Příjmení;Role;Aktivní\njan;Jan;Novák;User;ano"),
  });
  await page.locator(".import-stepper a").last().click();
  const grid = page.getByRole("table", { name: "Náhled" });
  await grid.getByRole("cell", { name: "Uživatel", exact: true }).waitFor();
  await expect
    .poll(() => grid.getByRole("row", { name: "jan" }).getByRole("cell").allTextContents())
    .toContain("ano");
});

test("the figures of an import have the sums to compare with those of the list", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const rows = [
    "Code,Name,Category,Type,Price,Location,Quantity",
    "S-1,Saw,T,T,1250.5,Shed,2",
    "S-2,Axe,T,T,10,Shed,3",
  ];
  await uploadFile(page, "sums.csv", rows.join("\n"));
  await figure(page, "Quantity", "5").waitFor();
  await figure(page, "Sum of prices", "1,260.50").waitFor();
  await figure(page, "Total value", "2,531.00").waitFor();
});

test("the figures of an import have a sum of each unit", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const rows = [
    "Code,Name,Category,Type,Location,Quantity,Unit",
    ...["S-1,Saw,T,T,Shed,2,", "S-2,Cable,T,T,Shed,30,m", "S-3,Wire,T,T,Shed,4,m"],
  ];
  await uploadFile(page, "units.csv", rows.join("\n"));
  await figure(page, "Quantity", "2 pieces, 34 m").waitFor();
});

test("two columns that are matched at once both keep their fields", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  await uploadFile(
    page,
    "things.xlsx",
    await createWorkbook({
      Data: [
        ["Nr", "Thing"],
        ["A000001", "Another name"],
      ],
    }),
  );
  await column(page, "Nr").waitFor();
  await page.evaluate(() => {
    for (const [header, field] of [
      ["Nr (A)", "code"],
      ["Thing (B)", "name"],
    ]) {
      const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${header}"]`);
      if (select === null || field === undefined) throw new Error(`No column ${header}`);
      select.value = field;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  await goToStep(page, "Import");
  await page.locator(".import-grid").getByText("→ Another name").waitFor();
});

test("ten thousand errors are one cause, and only their visible rows are rendered", async () => {
  const server = await startServer();
  const page = await openExchange(server);
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
  await grid.getByText("dear").first().waitFor();
  const card = cause(page, /Price/);
  await card.getByText("10,000 rows").waitFor();
  await card.getByRole("row", { name: "dear 10,000" }).waitFor();
  await expect.poll(() => grid.locator("table").getAttribute("aria-rowcount")).toBe("10001");
  await expect.poll(() => grid.locator("tbody tr").count()).toBeLessThan(60);
  await grid.focus();
  await page.keyboard.press("End");
  await grid.getByText("10,001").waitFor();
  await goToStep(page, "Import");
  await figure(page, "With errors", "10,000").waitFor();
});

test("an import begun elsewhere is listed and follows what others do with it", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const { body } = await check(server.admin, "locations", "Path\nHall 9", { fileName: "halls.csv" });
  await page.getByRole("link", { name: "halls.csv" }).click();
  await page.getByRole("button", { name: "Import all 1 row" }).waitFor();
  await server.admin.put(`/api/imports/${body.id}/apply`);
  await page.getByText("Import completed.").waitFor();
  const other = await check(server.admin, "locations", "Path\nHall 10", { fileName: "ten.csv" });
  await page.goto(`${server.url}/console#/exchange/${other.body.id}`);
  const cancel = page.getByRole("button", { name: "Cancel import" });
  await cancel.click();
  const question = page.getByRole("dialog", { name: "Cancel ten.csv?" });
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await question.waitFor({ state: "detached" });
  expect((await server.admin.get("/api/imports")).body).toHaveLength(2);
  await cancel.click();
  await question.getByRole("button", { name: "Cancel import" }).click();
  await page.getByText("Import cancelled. Nothing was changed.").waitFor();
  expect((await server.admin.get("/api/imports")).body).toHaveLength(1);
});

test("the list of imports asks before it cancels one, not before it removes a completed one", async () => {
  const server = await startServer();
  const { body } = await check(server.admin, "locations", "Path\nHall 9", { fileName: "nine.csv" });
  await check(server.admin, "locations", "Path\nHall 10", { fileName: "ten.csv" });
  await server.admin.put(`/api/imports/${body.id}/apply`);
  const page = await openExchange(server);
  await page.getByRole("button", { name: "Cancel ten.csv" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel import" }).click();
  await page.getByRole("link", { name: "ten.csv" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove nine.csv" }).click();
  await page.getByRole("link", { name: "nine.csv" }).waitFor({ state: "detached" });
});

test("where the data changed after the check, nothing is imported, and the reason is shown in the same step", async () => {
  const server = await startServer();
  const file = "User name,First name,Last name,Roles\nnina,Nina,N,User\nother,Other,O,User";
  const { body } = await check(server.admin, "users", file);
  const page = await openExchange(server, `/exchange/${body.id}`);
  const add = async (userName: string) => {
    const user = { userName, firstName: "Nina", lastName: "Elsewhere", roles: ["User"] };
    expect((await server.admin2.post("/api/users", user)).status).toBe(201);
  };
  await page.getByRole("button", { name: "Import all 2 rows" }).waitFor();
  await add("nina");
  await importRows(page);
  const again = page.getByRole("button", { name: "Check again" });
  await page.route(`**/api/imports/${body.id}`, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await again.click();
  await page.getByRole("alert").getByText("The server is not responding").waitFor();
  await page.unroute(`**/api/imports/${body.id}`);
  await again.click();
  await page.getByRole("link", { name: "Fix the errors" }).waitFor();
  await add("other");
  await importRows(page, "Import the 1 valid row");
  await page.getByText("The data changed after the check, so nothing was imported.").waitFor();
});

test("an import that ended for another reason than changed data does not blame them", async () => {
  const server = await startServer();
  const { body } = await check(server.admin, "locations", "Path\nHall 9");
  const page = await openExchange(server, "/exchange");
  // As after a cancellation in Jobs.
  await page.route(`**/api/imports/${body.id}`, (route) =>
    route.fulfill({ json: { ...body, state: "failed" } }),
  );
  await page.goto(`${server.url}/console#/exchange/${body.id}`);
  await page.getByText("Nothing was changed.").waitFor();
  await page.getByRole("button", { name: "Check again" }).waitFor();
});

test("stock is imported as a correction of the records where that is chosen", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const rows = [
    ["Code", "Quantity"],
    ["A000072", "50"],
  ];
  await uploadFile(page, "right.xlsx", await createWorkbook({ Data: rows }));
  await goToStep(page, "Import");
  await page.getByLabel("No pieces came or left, the records were wrong").check();
  await importRows(page);
  await page.getByText("Import completed.").waitFor();
  const { body } = await server.admin.get("/api/stock-movements?kind=correction");
  expect(body).toMatchObject([{ article: { code: "A000072" } }]);
});
