import { expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";

const PATH = "/api/printingprinters";
const ZPL = 3;

const server = sharedServer();
const { admin, user } = server;

let made = 0;
const sample = () => ({ name: `Printer ${++made}`, ipAddress: "192.168.1.5", printerTypeId: ZPL });
const createPrinter = async (fields: object = {}) =>
  (await admin.post(PATH, { ...sample(), ...fields })).body;

test("the types are the five printer languages", async () => {
  const { body } = await user.get("/api/printingprintertypes");
  expect(body.map(({ name }: { name: string }) => name)).toEqual(["escpos", "star", "zpl", "tspl", "epl"]);
  expect(new Set(body.flatMap(Object.keys))).toEqual(new Set(["oid", "name"]));
});

test("the list holds the tenant's printers by name, each as its detail", async () => {
  const { body } = await user.get(PATH);
  expect(body.map(({ oid }: { oid: number }) => oid).slice(0, 4)).toEqual([3, 1, 2, 4]);
  expect(body[1]).toEqual({
    oid: 1,
    name: "Dock printer",
    ipAddress: "127.0.0.1",
    port: expect.any(Number),
    printerTypeId: ZPL,
    isActive: true,
    dpi: 203,
    printWidthMm: null,
  });
  expect((await user.get(`${PATH}/1`)).body).toEqual(body[1]);
  expect(body[3]).toMatchObject({ oid: 4, isActive: false });
});

test("an added printer is 201 with the record, in which absent properties have their defaults", async () => {
  const response = await admin.post(PATH, { ...sample(), name: " Gate 1 " });
  expect(response.status).toBe(201);
  const { oid } = response.body;
  const record = {
    oid,
    name: "Gate 1",
    ipAddress: "192.168.1.5",
    port: 9100,
    printerTypeId: ZPL,
    isActive: true,
    dpi: 203,
    printWidthMm: null,
  };
  expect(response.body).toEqual(record);
  expect(response.headers.get("location")).toBe(`${PATH}/${oid}`);
  const shown = await admin.get(`${PATH}/${oid}`);
  expect(shown.body).toEqual(record);
  expect(shown.headers.get("etag")).toBe(response.headers.get("etag"));
});

test("a change keeps absent properties, and returns 200 with the record", async () => {
  const old = await createPrinter({ port: 9101, isActive: false });
  const renamed = await admin.put(`${PATH}/${old.oid}`, { name: "Renamed" });
  expect(renamed.status).toBe(200);
  expect(renamed.body).toEqual({ ...old, name: "Renamed" });
  const whole = {
    oid: old.oid,
    name: "Other",
    ipAddress: "10.1.2.3",
    port: 1,
    printerTypeId: 1,
    isActive: true,
    dpi: 300,
    printWidthMm: 100,
  };
  expect((await admin.put(`${PATH}/${old.oid}`, whole)).body).toEqual(whole);
  expect((await admin.put(`${PATH}/${old.oid}`, {})).body).toEqual(whole);
  expect((await user.get(`${PATH}/${old.oid}`)).body).toEqual(whole);
});

const REFUSED: readonly [string, object, readonly string[]][] = [
  ["port 0", { port: 0 }, ["port"]],
  ["port 65536", { port: 65_536 }, ["port"]],
  ["a negative port", { port: -1 }, ["port"]],
  ["half a port", { port: 9100.5 }, ["port"]],
  ["port null", { port: null }, ["port"]],
  ["an empty name", { name: " " }, ["name"]],
  ["a name of 201 characters", { name: "x".repeat(201) }, ["name"]],
  ["name null", { name: null }, ["name"]],
  ["an empty address", { ipAddress: "" }, ["ipAddress"]],
  ["an unknown type", { printerTypeId: 6 }, ["printerTypeId"]],
  ["type 0", { printerTypeId: 0 }, ["printerTypeId"]],
  ["isActive as text", { isActive: "true" }, ["isActive"]],
  ["several faults", { name: "", port: 0, isActive: null }, ["name", "port", "isActive"]],
];
test.each(REFUSED)("%s is 400 at the field, in a new printer and in a change", async (_, fields, paths) => {
  const old = await createPrinter();
  for (const response of [
    await admin.post(PATH, { ...sample(), ...fields }),
    await admin.put(`${PATH}/${old.oid}`, fields),
  ]) {
    expect(refusal(response)).toEqual([400, ...paths]);
  }
  expect((await user.get(`${PATH}/${old.oid}`)).body).toEqual(old);
});

test("a new printer needs name, address and type, all reported at once", async () => {
  expect(refusal(await admin.post(PATH, {}))).toEqual([400, "name", "ipAddress", "printerTypeId"]);
});

test("a change with another oid is 400 at oid", async () => {
  const { oid, ...rest } = await createPrinter();
  const response = await admin.put(`${PATH}/${oid}`, { ...rest, oid: 1 });
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe("oid");
});

test.each([
  ["the same name", "Dock printer"],
  ["other letter case", "DOCK Printer"],
  ["blanks around it", " dock printer  "],
])("%s is 409, whichever printer has it", async (_, name) => {
  const { oid } = await createPrinter();
  for (const response of [
    await admin.post(PATH, { ...sample(), name }),
    await admin.put(`${PATH}/${oid}`, { name }),
  ]) {
    expect(response.status).toBe(409);
    expect(response.body.errors[0].path).toBe("name");
  }
});

test("a printer may keep its own name in a change", async () => {
  expect((await admin.put(`${PATH}/1`, { name: "Dock printer" })).status).toBe(200);
});

test("names are compared without case for all letters: Tiskárna Ř equals TISKÁRNA ř", async () => {
  expect((await admin.post(PATH, { ...sample(), name: "Tiskárna Ř" })).status).toBe(201);
  expect((await admin.post(PATH, { ...sample(), name: "TISKÁRNA ř" })).status).toBe(409);
});

test("printers of two tenants may have one name", async () => {
  const printer = sample();
  for (const as of [admin, server.admin2]) expect((await as.post(PATH, printer)).status).toBe(201);
});

test("of ten parallel printers with one name one is added", async () => {
  const printer = sample();
  const race = await Promise.all(Array.from({ length: 10 }, () => admin.post(PATH, printer)));
  expect(race.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
});
