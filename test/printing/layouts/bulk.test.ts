import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { queueOf } from "../queue.ts";
import { codeAt, layoutOf, pictureAt, textAt } from "./samples.ts";

const LAYOUT = layoutOf([textAt(), codeAt(), pictureAt({ x: 40, y: 15, widthMm: 8, heightMm: 8 })]);

test("labels of many articles are those that single requests print", async () => {
  const server = await startServer();
  const [admin, user] = [await server.as("admin"), await server.as("user")];
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
  const server = await startServer();
  const [admin, user] = [await server.as("admin"), await server.as("user")];
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

test("labels of locations can be drawn too", async () => {
  const server = await startServer();
  const [admin, user] = [await server.as("admin"), await server.as("user")];
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
