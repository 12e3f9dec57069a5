import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { holdSlices } from "../../jobs/slices.ts";
import { endOf, postJob } from "../../jobs/waiting.ts";
import { queueOf } from "../queue.ts";
import { codeAt, layoutOf, pictureAt, textAt } from "./samples.ts";

const LAYOUT = layoutOf([textAt(), codeAt(), pictureAt({ x: 40, y: 15, widthMm: 8, heightMm: 8 })]);

test("labels of many articles are those that single requests print", async () => {
  const server = await startServer();
  const { admin, user } = server;
  const { body: format } = await admin.post("/api/printingformats", { name: "Drawn", layout: LAYOUT });
  // The third printer is switched off, so the labels wait.
  const wanted = { printerId: 3, labelFormatId: format.oid };
  expect(
    await user.post("/api/articles/bulk-labels", { ...wanted, ids: [1, 2, 3], copies: 2 }),
  ).toMatchObject({
    status: 200,
    body: { added: 3, refused: 0 },
  });
  for (const articleId of [1, 2, 3])
    expect((await user.post("/api/pda/printing/print", { ...wanted, articleId, copies: 2 })).status).toBe(
      201,
    );
  const data = queueOf(server).map((request) => request.data.toString("base64"));
  expect(data.slice(0, 3)).toEqual(data.slice(3));
  expect(new Set(data).size).toBe(3);
});

test("articles whose codes can't be printed are refused with the reason", async () => {
  const { admin, user } = await startServer();
  const layout = layoutOf([codeAt({ symbology: "ean13", text: "{{serialNumber}}" })]);
  const { body: format } = await admin.post("/api/printingformats", { name: "EAN", layout });
  await admin.put("/api/articles/1", { serialNumber: "4006381333931" });
  await admin.put("/api/articles/2", { serialNumber: "SN-2" });
  const wanted = { printerId: 3, labelFormatId: format.oid, ids: [1, 2] };
  const { body } = await user.post("/api/articles/bulk-labels", wanted);
  expect(body).toMatchObject({ added: 1, refused: 1 });
  expect(body.refusals).toEqual([
    expect.objectContaining({ oid: 2, reason: "A code of this label can't contain these data." }),
  ]);
});

test("a picture is printed whatever the id of its element is", async () => {
  const server = await startServer();
  const { admin, user } = server;
  for (const id of ["picture", "__proto__"]) {
    const layout = layoutOf([pictureAt({ id })]);
    const { body: format } = await admin.post("/api/printingformats", { name: `Id ${id}`, layout });
    const wanted = { printerId: 3, labelFormatId: format.oid };
    await user.post("/api/articles/bulk-labels", { ...wanted, ids: [1] });
    await user.post("/api/pda/printing/print", { ...wanted, articleId: 1 });
  }
  const data = queueOf(server).map((request) => request.data.toString("base64"));
  expect(data).toHaveLength(4);
  expect(new Set(data).size).toBe(1);
});

test("labels of locations can be drawn too", async () => {
  const { admin, user } = await startServer();
  const layout = layoutOf([textAt({ text: "{{path}}" }), codeAt()]);
  const { body: format } = await admin.post("/api/printingformats", {
    name: "Shelf",
    subject: "location",
    layout,
  });
  const wanted = { printerId: 3, labelFormatId: format.oid };
  expect((await user.post("/api/locations/1/print", wanted)).status).toBe(201);
  expect((await user.post("/api/pda/printing/print", { ...wanted, articleId: 1 })).status).toBe(400);
});

const LONG = "x".repeat(2280);
const MANY_CODES = layoutOf(
  Array.from({ length: 100 }, (_, index) =>
    codeAt({ id: `qr${index}`, symbology: "qr", text: "{{note}}", widthMm: 30, heightMm: 30 }),
  ),
  { widthMm: 300, heightMm: 300 },
);

test("an article whose label takes too long is refused, and the others are printed", async () => {
  const { admin, user } = await startServer();
  const { body: format } = await admin.post("/api/printingformats", { name: "Notes", layout: MANY_CODES });
  expect((await admin.put("/api/articles/1/full", { note: LONG })).status).toBe(200);
  await admin.put("/api/articles/2/full", { note: "short" });
  const wanted = { printerId: 3, labelFormatId: format.oid, ids: [1, 2] };
  const { body } = await user.post("/api/articles/bulk-labels", wanted);
  expect(body).toMatchObject({ added: 1, refused: 1 });
  expect(body.refusals).toEqual([
    expect.objectContaining({ oid: 1, reason: expect.stringMatching(/^This label can't be drawn\./) }),
  ]);
});

test("labels are drawn between the transactions of their job", async () => {
  const server = await startServer({ sliceMs: 0 });
  const slices = holdSlices(server);
  const { admin, user } = server;
  const { body: format } = await admin.post("/api/printingformats", { name: "Drawn", layout: LAYOUT });
  const wanted = { printerId: 3, labelFormatId: format.oid, ids: [1, 2, 3] };
  const path = await postJob(user, "/api/articles/bulk-labels", wanted);
  await slices.run(1);
  expect(queueOf(server)).toHaveLength(0);
  await slices.run(1);
  expect(queueOf(server)).toHaveLength(1);
  // Archived or deleted between: the drawn label is dropped.
  expect((await admin.delete("/api/articles/3")).status).toBe(204);
  slices.release();
  expect(await endOf(user, path)).toMatchObject({ state: "done", result: { added: 2, refused: 1 } });
});
