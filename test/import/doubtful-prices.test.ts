import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
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
