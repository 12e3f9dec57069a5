import { expect, test } from "vitest";
import { createShop } from "./queue/printers.ts";

const TEMPLATE = "^XA^FO20,20^A0N,30^FD{{code}} tried^FS^XZ";

const createTestShop = async () => {
  const shop = await createShop({ language: "zpl" });
  return { shop, path: `/api/printingprinters/${shop.printerId}/test` };
};

test("an Admin prints an unsaved template with the values of an article, or else of the sample", async () => {
  const { shop, path } = await createTestShop();
  const tried = await shop.admin.post(path, { template: TEMPLATE, articleId: 7 });
  expect(tried.status).toBe(201);
  await shop.becomes(tried.body.oid, { stateId: 3, articleId: null, article: null, labelFormatId: null });
  const sampled = await shop.admin.post(path, { template: TEMPLATE });
  await shop.becomes(sampled.body.oid, { stateId: 3 });
  const { code } = (await shop.user.get("/api/articles/7")).body;
  const texts = shop.printer.labels.map(({ bytes }) => bytes.toString());
  expect(texts).toEqual([expect.stringContaining(`${code} tried`), expect.stringContaining("A000001 tried")]);
});

test("a User may print the test label, and no unsaved template", async () => {
  const { shop, path } = await createTestShop();
  expect((await shop.user.post(path, { template: TEMPLATE })).status).toBe(403);
  expect((await shop.user.post(path)).status).toBe(201);
});

test.each([
  ["a template with an error", { template: "^XA\n^FO{{code}}^FS\n^XZ" }, { path: "template", line: 2 }],
  ["an article that does not exist", { template: TEMPLATE, articleId: 999_999 }, { path: "articleId" }],
])("%s is refused", async (_, body, error) => {
  const { shop, path } = await createTestShop();
  expect(await shop.admin.post(path, body)).toMatchObject({ status: 400, body: { errors: [error] } });
});

test.each([
  ["zpl", "^PW591^LL295"],
  ["tspl", "SIZE 50 mm,25 mm"],
  ["epl", "q591"],
] as const)(
  "%s: the test label sets its own size: a printer keeps that of the label before",
  async (language, size) => {
    const shop = await createShop({ language });
    await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { dpi: 300 });
    const { body } = await shop.user.post(`/api/printingprinters/${shop.printerId}/test`);
    await shop.becomes(body.oid, { stateId: 3 });
    expect(shop.printer.labels[0]?.bytes.toString("latin1")).toContain(size);
  },
);

test("a request names its article, printer and format, and its tag changes when one of them is renamed", async () => {
  const shop = await createShop({ language: "zpl" });
  const oid = await shop.print({ articleId: 7 });
  await shop.becomes(oid, { stateId: 3 });
  const { name, code } = (await shop.user.get("/api/articles/7")).body;
  const path = `/api/printrequests/${oid}`;
  const seen = await shop.user.get(path);
  const format = (await shop.user.get(`/api/printingformats/${shop.formatId}`)).body.name;
  expect(seen.body).toMatchObject({
    article: { name, code },
    printer: "Test printer",
    labelFormat: format,
  });
  const lists = [await shop.user.get("/api/printrequests")];
  for (const [record, changed] of [
    [`/api/printingprinters/${shop.printerId}`, { name: "Dock 2" }],
    [`/api/printingformats/${shop.formatId}`, { name: "Small" }],
  ] as const) {
    const tag = (await shop.user.get(path)).headers.get("etag") ?? "";
    expect((await shop.user.get(path, { "If-None-Match": tag })).status).toBe(304);
    await shop.admin.put(record, changed);
    expect((await shop.user.get(path, { "If-None-Match": tag })).status).toBe(200);
    lists.push(await shop.user.get("/api/printrequests"));
  }
  expect(new Set(lists.map(({ headers }) => headers.get("etag"))).size).toBe(3);
  expect((await shop.user.get(path)).body).toMatchObject({ printer: "Dock 2", labelFormat: "Small" });
});
