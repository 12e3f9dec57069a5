import { expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { sharedServer } from "../harness/server.ts";

const PATH = "/api/printingprinters";

const server = sharedServer();
const { admin, user } = server;

let made = 0;
/** An unused port: labels for it stay waiting. */
const sample = () => ({ name: `Printer ${++made}`, ipAddress: "127.0.0.1", port: 1, printerTypeId: 3 });
const createPrinter = async () => (await admin.post(PATH, sample())).body;

const requests = statement((p: { printerId: number }) =>
  sqlite
    .selectFrom("printRequest")
    .select(["stateId", "lastError", "finishedDT"])
    .where("printerId", "=", p.printerId),
);

const allDone = statement((p: { printerId: number }) =>
  sqlite.updateTable("printRequest").set({ stateId: 3 }).where("printerId", "=", p.printerId),
);

const requestsOf = (printerId: number) =>
  requests.all(server.appliance.dependencies.storage.db, { printerId });
const print = (printerId: number) =>
  user.post("/api/pda/printing/print", { articleId: 1, printerId, labelFormatId: 1 });

test("a deleted printer is in neither list nor detail, its name is free, and it prints nothing", async () => {
  const { oid, name } = await createPrinter();
  expect((await admin.delete(`${PATH}/${oid}`)).status).toBe(204);
  expect((await user.get(`${PATH}/${oid}`)).status).toBe(404);
  expect((await user.get(PATH)).body.some((printer: { oid: number }) => printer.oid === oid)).toBe(false);
  expect((await admin.put(`${PATH}/${oid}`, { name: "x" })).status).toBe(404);
  expect((await admin.delete(`${PATH}/${oid}`)).status).toBe(404);
  expect((await admin.post(PATH, { ...sample(), name })).status).toBe(201);
  expect((await print(oid)).body.errors[0].path).toBe("printerId");
});

test.each(["", "?force=false", "?force=0"])(
  "deleting a printer with waiting labels%s is 409, and both stay",
  async (query) => {
    const { oid } = await createPrinter();
    await print(oid);
    expect((await admin.delete(`${PATH}/${oid}${query}`)).status).toBe(409);
    expect((await user.get(`${PATH}/${oid}`)).status).toBe(200);
    expect(requestsOf(oid)).toMatchObject([{ stateId: 1, finishedDT: null }]);
  },
);

test.each(["force=true", "FORCE=1"])(
  "deleting a printer with ?%s deletes its waiting labels too, and only its own",
  async (query) => {
    const [gone, other] = [await createPrinter(), await createPrinter()];
    for (const { oid } of [gone, gone, other]) await print(oid);
    expect((await admin.delete(`${PATH}/${gone.oid}?${query}`)).status).toBe(204);
    const cancelled = {
      stateId: 4,
      lastError: expect.stringContaining("cancelled"),
      finishedDT: expect.any(String),
    };
    expect(requestsOf(gone.oid)).toEqual([cancelled, cancelled]);
    expect(requestsOf(other.oid)).toMatchObject([{ stateId: 1, finishedDT: null }]);
  },
);

test("a cancelled label of a deleted printer can't be printed again", async () => {
  const { oid } = await createPrinter();
  const { body } = await print(oid);
  await admin.delete(`${PATH}/${oid}?force=true`);
  const refused = await user.post(`/api/printrequests/${body.oid}/retry`);
  expect([refused.status, refused.body.message]).toEqual([400, "The printer has been deleted."]);
  expect(requestsOf(oid)).toMatchObject([{ stateId: 4 }]);
});

test("deleting a printer with a force that is neither true nor false is 400", async () => {
  const { oid } = await createPrinter();
  const response = await admin.delete(`${PATH}/${oid}?force=x`);
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe("force");
  expect((await user.get(`${PATH}/${oid}`)).status).toBe(200);
});

test("deleting a printer whose labels are all printed needs no force, and keeps the labels", async () => {
  const { oid } = await createPrinter();
  await print(oid);
  await server.appliance.dependencies.storage.write(1, (tx) => {
    allDone.run(tx, { printerId: oid });
  });
  expect((await admin.delete(`${PATH}/${oid}`)).status).toBe(204);
  expect(requestsOf(oid)).toMatchObject([{ stateId: 3, finishedDT: null }]);
});
