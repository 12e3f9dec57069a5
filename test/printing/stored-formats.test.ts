import { expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { startServer } from "../harness/server.ts";
import { queueOf } from "./queue.ts";

const FORMAT = 1;
const FORMATS = "/api/printingformats";

const store = statement((p: { template: string }) =>
  sqlite.updateTable("printFormat").set({ template: p.template }).where("oid", "=", FORMAT),
);

test("a format that an earlier version stored above the limits is not printed, but can be renamed and shortened", async () => {
  const server = await startServer();
  const { admin, user } = server;
  const template = `^XA^FDx^FS${"\n".repeat(2000)}^XZ`;
  await server.appliance.dependencies.storage.write(1, (tx) => store.run(tx, { template }));
  const before = queueOf(server).length;
  const print = (headers = {}) =>
    user.post("/api/pda/printing/print", { articleId: 1, printerId: 1, labelFormatId: FORMAT }, headers);

  const refused = await print();
  expect(refused.status).toBe(400);
  const message = "The template must not have over 2,000 lines.";
  expect(refused.body).toMatchObject({ message, errors: [{ path: "labelFormatId", message }] });
  const inCzech = await print({ "Accept-Language": "cs" });
  expect(inCzech.body.message).toBe("Šablona nesmí mít přes 2\u00a0000 řádků.");
  const seen = await user.post(`${FORMATS}/preview`, { labelFormatId: FORMAT });
  expect(seen.body).toMatchObject({ message });
  expect(queueOf(server)).toHaveLength(before);

  expect((await admin.put(`${FORMATS}/${FORMAT}`, { name: "Old" })).body).toMatchObject({ template });
  expect((await admin.put(`${FORMATS}/${FORMAT}`, { template: "^XA^FDx^FS^XZ" })).status).toBe(200);
  expect((await print()).status).toBe(201);
});
