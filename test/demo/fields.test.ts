import { afterAll, beforeAll, expect, test } from "vitest";
import type { ArticleFields } from "../../src/web/api/types/endpoints.d.ts";
import { createFolder, type Demo, startDemo } from "./running-demo.ts";

const folder = createFolder();
let demo: Demo;
beforeAll(async () => {
  demo = await startDemo(folder.path, "--articles", "70");
});
afterAll(async () => {
  await demo.stop();
  folder.drop();
});

test("the demo has custom fields of each kind of use, with values, suppliers and warranties of the first articles", async () => {
  const fields = await demo.get<{ name: string; type: string }[]>("user", "/api/customfields");
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ["Condition", "choice"],
    ["Voltage", "number"],
    ["Next inspection", "date"],
    ["Insured", "yesNo"],
  ]);
  const all = await Promise.all(
    Array.from({ length: 70 }, (_, index) =>
      demo.get<ArticleFields>("user", `/api/articles/${index + 1}/fields`),
    ),
  );
  for (const { supplier, warrantyEnd, fields: values } of all.slice(0, 60)) {
    expect(supplier).toMatch(/\w/);
    expect(warrantyEnd).toMatch(/^202\d-\d\d-28$/);
    expect(values.length).toBeGreaterThan(0);
  }
  for (const { supplier, warrantyEnd, fields: values } of all.slice(60))
    expect([supplier, warrantyEnd, values]).toEqual([null, null, []]);
  const used = new Set(all.flatMap(({ fields: values }) => values.map(({ name }) => name)));
  expect([...used].sort()).toEqual(["Condition", "Insured", "Next inspection", "Voltage"]);
});

test("its attachment is a PDF that can be downloaded, and its values are searched", async () => {
  const attachments = await demo.get<{ fileName: string }[]>("user", "/api/articles/1/attachments");
  expect(attachments.map(({ fileName }) => fileName)).toEqual(["Manual.pdf"]);
  const { items } = await demo.get<{ items: object[] }>("user", "/api/articles/page?q=novak%20worn");
  expect(items.length).toBeGreaterThan(0);
});

test("the ledger begins with the stock of the demo", async () => {
  const movements = await demo.get<{ kind: string; before: number; after: number }[]>(
    "manager",
    "/api/stock-movements?articleId=1",
  );
  const stock = await demo.get<{ quantity: number }[]>("user", "/api/articles/1/locations");
  expect(movements.map(({ kind, before, after }) => [kind, before, after]).toSorted()).toEqual(
    stock.map(({ quantity }) => ["opening", 0, quantity]).toSorted(),
  );
});
