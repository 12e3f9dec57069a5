import { describe, expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { freshServer } from "../harness/server.ts";
import { queueOf } from "./queue.ts";

// POST /api/articles/bulk-labels: what it adds, and what it refuses. As a job: bulk-labels-job.test.ts.

const server = freshServer();
const { user } = server;

/** The third printer is switched off, so the labels wait. */
const LABELS = { printerId: 3, labelFormatId: 1 };
const print = (body: object, headers = {}, client = user) =>
  client.post("/api/articles/bulk-labels", { ...LABELS, ...body }, headers);
const articleIds = () => queueOf(server).map(({ articleId }) => articleId);
const jobs = async () => (await server.manager.get("/api/jobs")).body;

test.each(["user", "manager", "admin"])(
  "%s adds labels of articles in the order of their ids",
  async (name) => {
    const response = await print({ ids: [12, 11, 13], copies: 2 }, {}, await server.as(name));
    expect(response).toMatchObject({ status: 200, body: { added: 3, refused: 0, refusals: [] } });
    expect(articleIds()).toEqual([12, 11, 13]);
    for (const request of queueOf(server)) {
      expect(request).toMatchObject({ ...LABELS, copies: 2, createdBy: name, stateId: 1 });
      expect(request.data.toString()).toContain("^PQ2");
    }
  },
);

test("they are the labels that a single request prints", async () => {
  await user.post("/api/pda/printing/print", { ...LABELS, articleId: 12 });
  await print({ ids: [12] });
  const [single, bulk] = queueOf(server);
  expect(bulk?.data.toString()).toBe(single?.data.toString());
});

test("a filter selects the articles, in the order of sort", async () => {
  const query = "categoryId=2&responsibleUserId=2&sort=-code&limit=100";
  const { items } = (await user.get(`/api/articles/page?${query}`)).body;
  expect(items.length).toBeGreaterThan(2);
  await print({ filter: { categoryId: 2, responsibleUserId: 2 }, sort: "-code" });
  expect(articleIds()).toEqual(items.map(({ oid }: { oid: number }) => oid));
});

test("unknown articles, and those of another tenant, get no label and are listed", async () => {
  const { body } = await print({ ids: [11, 501, 99_999, 12] });
  const reason = "Article not found.";
  expect(body).toEqual({
    added: 2,
    refused: 2,
    refusals: [501, 99_999].map((oid) => ({ oid, article: null, reason })),
  });
  expect(articleIds()).toEqual([11, 12]);
});

const REFUSED: readonly [string, object, readonly string[]][] = [
  ["no article", {}, ["ids"]],
  ["ids and a filter", { ids: [1], filter: {} }, ["filter"]],
  [
    "an unknown printer and format",
    { ids: [1], printerId: 0, labelFormatId: 0 },
    ["printerId", "labelFormatId"],
  ],
  ["another tenant's printer", { ids: [1], printerId: 5 }, ["printerId"]],
  ["an inactive printer", { ids: [1], printerId: 4 }, ["printerId"]],
  ["a format for another type", { ids: [1], labelFormatId: 2 }, ["labelFormatId"]],
  ["copies 0", { ids: [1], copies: 0 }, ["copies"]],
  [
    "more than 50 000 labels",
    { ids: Array.from({ length: 51 }, (_, index) => index + 1), copies: 1000 },
    [""],
  ],
];
test.each(REFUSED)("%s is 400 at the field, and there is no job", async (_, body, paths) => {
  const response = await print(body);
  expect(refusal(response)).toEqual([400, ...paths]);
  expect(await jobs()).toEqual([]);
});

describe("the quota", () => {
  const FIFTY = Array.from({ length: 50 }, (_, index) => index + 1);

  test("counts all labels when the job begins, and labels above it are 429 without a job", async () => {
    expect((await print({ ids: FIFTY.slice(1), copies: 1000 })).status).toBe(200);
    const refused = await print({ ids: [1, 2], copies: 1000 });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    expect(await jobs()).toHaveLength(1);
    expect((await print({ ids: [1], copies: 1000 })).status).toBe(200);
  });

  test("is that of single labels", async () => {
    expect((await print({ ids: FIFTY, copies: 1000 })).status).toBe(200);
    const single = await user.post("/api/pda/printing/print", { ...LABELS, articleId: 1, copies: 1000 });
    expect(single.status).toBe(429);
  });

  test("limits the bytes: where the labels have more than expected, the job fails and leaves none", async () => {
    const { admin } = server;
    const name = "x".repeat(200);
    for (const oid of FIFTY) await admin.put(`/api/articles/${oid}`, { name });
    const template = `${"{{name}}\n".repeat(10)}[cut]\n`;
    const format = await admin.post("/api/printingformats", { name: "Long", template, printerTypeId: 1 });
    const off = { name: "Off", ipAddress: "127.0.0.1", port: 9, printerTypeId: 1 };
    const printer = await admin.post("/api/printingprinters", off);
    const response = await print({
      ...{ ids: FIFTY, copies: 1000, printerId: printer.body.oid, labelFormatId: format.body.oid },
    });
    expect(response.status).toBe(400);
    expect(response.body.detail ?? response.text).toMatch(/more bytes/);
    expect(queueOf(server)).toEqual([]);
    expect(await jobs()).toMatchObject([{ kind: "bulkLabels", state: "failed" }]);
  });
});

describe("with an Idempotency-Key", () => {
  const key = { "Idempotency-Key": "batch" };
  const later = { ...key, Prefer: "respond-async" };

  test("parallel requests are one job, and all responses are the same", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => print({ ids: [11, 12] }, key)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 200, body: { added: 2 } });
    expect(articleIds()).toEqual([11, 12]);
    expect(await jobs()).toHaveLength(1);
  });

  test("a request that is repeated after a restart gets the same job, and prints nothing again", async () => {
    const first = await print({ ids: [11, 12] }, later);
    expect(first.status).toBe(202);
    await server.restart();
    const again = await print({ ids: [11, 12] }, later);
    expect(again).toMatchObject({ status: 202 });
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect((await print({ ids: [11, 12] }, key)).body).toMatchObject({ added: 2 });
    expect(articleIds()).toEqual([11, 12]);
  });
});
