import { expect, test } from "vitest";
import { currencyIn } from "../../src/exchange/import/cells.ts";
import { sharedServer } from "../harness/server.ts";
import { workbookOf, zipOf } from "../tables/reading.ts";
import { check } from "./uploads.ts";

const { admin } = sharedServer();
const HEAD = "Code;Name;Category;Type";

test("prices in another currency than the company's are counted with their currencies, and their numbers are taken", async () => {
  const { body: currencies } = await admin.get("/api/currencytypes");
  const names = currencies.map(({ name }: { name: string }) => name);
  expect(names).toContain("CZK");
  const own = currencies.find(({ name }: { name: string }) => name === "CZK");
  expect((await admin.put(`/api/currencytypes/${own.oid}`, { isDefault: true })).status).toBeLessThan(300);
  const prices = ["12 Kč", "CZK 12", "12", "€ 12", "12 EUR", "$12", "dear €"];
  const rows = prices.map((price, index) => `DP-${index};Desk;c;t;${price}`);
  const { body } = await check(admin, "articles", [`${HEAD};Price`, ...rows].join("\n"));
  expect(body).toMatchObject({ validRows: 6, sums: { price: 72 } });
  expect(body.doubtfulPrices).toEqual({
    otherCurrency: { count: 3, currencies: ["EUR", "USD"] },
    notImported: [],
  });
});

test("a column that looks like prices is named with its values where no price is imported", async () => {
  const rows = ["DN-1;Desk;c;t;1 250,50 Kč;4711;own", "DN-2;Desk;c;t;12;4711;5", "DN-3;Desk;c;t;;4711;"];
  const file = [`${HEAD};Cena bez DPH;Cost center;Value of use`, ...rows].join("\n");
  const { body } = await check(admin, "articles", file);
  expect(body.doubtfulPrices.notImported).toEqual([{ header: "Cena bez DPH", values: 2 }]);
  const { body: mapped } = await admin.put(`/api/imports/${body.id}`, {
    columns: ["code", "name", "category", "type", "price"].map((field, column) => ({ column, field })),
  });
  expect(mapped.doubtfulPrices.notImported).toEqual([]);
});

test.each([
  ["$12.50", "AUD", "AUD"],
  ["$12.50", "CAD", "CAD"],
  ["$12.50", "EUR", "USD"],
  ["US$ 12.50", "AUD", "USD"],
  ["12.50 CA$", "AUD", "CAD"],
  ["$12.50 NZD", "AUD", "NZD"],
  ["12,50 kr.", "DKK", "DKK"],
  ["kr 12,50", "EUR", "SEK"],
  ["¥1200", "CNY", "CNY"],
  ["1200 ¥", "EUR", "JPY"],
  ["£12.50", "EGP", "EGP"],
  ["£12.50", "EUR", "GBP"],
  ["12.50", "AUD", null],
])("%s is a price of a company with %s in %s", (text, company, currency) => {
  expect(currencyIn(text, [company])).toBe(currency);
});

test("a price with the sign of the company's currency is in that currency", async () => {
  const { body: own } = await admin.post("/api/currencytypes", { name: "AUD" });
  expect((await admin.put(`/api/currencytypes/${own.oid}`, { isDefault: true })).status).toBeLessThan(300);
  const rows = ["DS-1;Desk;c;t;$12.50", "DS-2;Desk;c;t;12.50 kr", "DS-3;Desk;c;t;US$ 5"];
  const { body } = await check(admin, "articles", [`${HEAD};Price`, ...rows].join("\n"));
  expect(body).toMatchObject({ validRows: 3, sums: { price: 30 } });
  expect(body.doubtfulPrices.otherCurrency).toEqual({ count: 2, currencies: ["SEK", "USD"] });
});

test("the currency of a number in a workbook is that of its format", async () => {
  const { body: currencies } = await admin.get("/api/currencytypes");
  const own = currencies.find(({ name }: { name: string }) => name === "CZK");
  await admin.put(`/api/currencytypes/${own.oid}`, { isDefault: true });
  const formats = [
    '#,##0.00 "€"',
    "[$$-409]#,##0.00",
    '#,##0.00\\ "Kč"',
    "#,##0.00",
    '0.00 "pcs"',
    "[$-405]0.00",
  ];
  const ids = formats.map((_, index) => 164 + index);
  const styles = `<numFmts>${formats
    .map(
      (format, index) =>
        `<numFmt numFmtId="${ids[index]}" formatCode="${format.replaceAll('"', "&quot;")}"/>`,
    )
    .join("")}</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs>`;
  const line = (...texts: readonly string[]) => texts.map((text) => `<c t="str"><v>${text}</v></c>`).join("");
  const rows = ids.map(
    (id, style) => `<row>${line(`DF-${id}`, "x", "c", "t")}<c s="${style}"><v>12.5</v></c></row>`,
  );
  const sheet = `<row>${line("Code", "Name", "Category", "Type", "Price")}</row>${rows.join("")}`;
  const { body } = await check(admin, "articles", await zipOf(workbookOf(sheet, { styles })));
  expect(body).toMatchObject({ errors: [], sums: { price: 75 } });
  expect(body.doubtfulPrices.otherCurrency).toEqual({ count: 2, currencies: ["EUR", "USD"] });
});
