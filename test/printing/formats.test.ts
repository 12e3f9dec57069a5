import { expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";

const PATH = "/api/printingformats";
const [ESCPOS, ZPL, TSPL, EPL] = [1, 3, 4, 5];
const TEMPLATE = "^XA\n^FO10,10^FD{{code}}^FS\r\n\t^FO10,50^FD{{ Name }} žluťoučký^FS\n^XZ\n";

const server = sharedServer();
const { admin, user } = server;

let made = 0;
const sample = () => ({ name: `Format ${++made}`, template: TEMPLATE, printerTypeId: ZPL });
const addFormat = async (fields: object = {}) => (await admin.post(PATH, { ...sample(), ...fields })).body;

test("the list holds the tenant's formats by name, each as its detail", async () => {
  const { body } = await user.get(PATH);
  expect(body.map(({ oid }: { oid: number }) => oid).toSorted()).toEqual([1, 2, 3, 4]);
  const types = new Map(
    body.map((format: { oid: number; printerTypeId: number }) => [format.oid, format.printerTypeId]),
  );
  expect([1, 2, 3, 4].map((oid) => types.get(oid))).toEqual([ZPL, ESCPOS, TSPL, EPL]);
  for (const format of body) {
    expect(Object.keys(format)).toEqual(["oid", "name", "template", "printerTypeId", "subject"]);
    expect((await user.get(`${PATH}/${format.oid}`)).body).toEqual(format);
  }
  expect((await user.get(`${PATH}/5`)).status).toBe(404);
});

test("an added format is 201 with the record, its template unchanged", async () => {
  const response = await admin.post(PATH, { ...sample(), name: " Big label " });
  expect(response.status).toBe(201);
  const { oid } = response.body;
  const record = { oid, name: "Big label", template: TEMPLATE, printerTypeId: ZPL, subject: "article" };
  expect(response.body).toEqual(record);
  expect(response.headers.get("location")).toBe(`${PATH}/${record.oid}`);
  const shown = await admin.get(`${PATH}/${record.oid}`);
  expect(shown.body).toEqual(record);
  expect(shown.headers.get("etag")).toBe(response.headers.get("etag"));
});

test("a change keeps absent properties", async () => {
  const old = await addFormat();
  const path = `${PATH}/${old.oid}`;
  const changed = await admin.put(path, { template: "^XA^FDx^FS^XZ" });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({ ...old, template: "^XA^FDx^FS^XZ" });
  expect((await admin.put(path, {})).body).toEqual(changed.body);
  expect((await admin.put(path, { ...old, name: "Whole" })).body).toEqual({ ...old, name: "Whole" });
});

test("a deleted format is 404, and its name is free", async () => {
  const { oid, name } = await addFormat();
  expect((await admin.delete(`${PATH}/${oid}`)).status).toBe(204);
  expect((await user.get(`${PATH}/${oid}`)).status).toBe(404);
  expect((await admin.delete(`${PATH}/${oid}`)).status).toBe(404);
  expect((await admin.put(`${PATH}/${oid}`, { name: "x" })).status).toBe(404);
  expect((await user.get(PATH)).body.some((format: { oid: number }) => format.oid === oid)).toBe(false);
  expect((await admin.post(PATH, { ...sample(), name })).status).toBe(201);
  const print = await user.post("/api/pda/printing/print", {
    articleId: 1,
    printerId: 1,
    labelFormatId: oid,
  });
  expect(refusal(print)).toEqual([400, "labelFormatId"]);
});

test("names are unique in any letter case, in a change too: 409", async () => {
  const taken = await addFormat({ name: "Štítek Velký" });
  const other = await addFormat();
  for (const name of ["Štítek Velký", "štítek velký", " ŠTÍTEK VELKÝ "]) {
    for (const response of [
      await admin.post(PATH, { ...sample(), name }),
      await admin.put(`${PATH}/${other.oid}`, { name }),
    ]) {
      expect(refusal(response)).toEqual([409, "name"]);
    }
  }
  expect((await admin.put(`${PATH}/${taken.oid}`, { name: "štítek velký" })).status).toBe(200);
});

const REFUSED: readonly [string, object, readonly string[], RegExp?][] = [
  [
    "an unknown placeholder",
    { template: "^XA^FD{{colour}}^FS^XZ" },
    ["template"],
    /\{\{colour\}\}.*\{\{serialNumber\}\}/s,
  ],
  ["a template with NUL", { template: "^XA\u0000^XZ" }, ["template"]],
  ["a template that is a number", { template: 5 }, ["template"]],
  ["template null", { template: null }, ["template"]],
  ["an unknown type", { printerTypeId: 9 }, ["printerTypeId"]],
  ["type null", { printerTypeId: null }, ["printerTypeId"]],
  ["an empty name", { name: "" }, ["name"]],
  [
    "several faults",
    { name: "", template: 5, printerTypeId: "three" },
    ["name", "template", "printerTypeId"],
  ],
];
test.each(REFUSED)(
  "%s is 400 at the field, in a new format and in a change",
  async (_, fields, paths, words) => {
    const old = await addFormat();
    for (const response of [
      await admin.post(PATH, { ...sample(), ...fields }),
      await admin.put(`${PATH}/${old.oid}`, fields),
    ]) {
      expect(refusal(response)).toEqual([400, ...paths]);
      expect(response.body.message).toMatch(words ?? /./);
    }
    expect((await user.get(`${PATH}/${old.oid}`)).body).toEqual(old);
  },
);

test("a change of the type alone checks the template in the new language", async () => {
  const { oid } = await addFormat({ template: "[size 2]{{code}}\n", printerTypeId: ESCPOS });
  const wrong = await admin.post(PATH, {
    ...sample(),
    template: "[nonsense]{{code}}\n",
    printerTypeId: ESCPOS,
  });
  expect(refusal(wrong)).toEqual([400, "template"]);
  const { oid: zpl } = await addFormat({ template: "^FX\n[nonsense]\n^XA^FD{{code}}^FS^XZ" });
  expect(refusal(await admin.put(`${PATH}/${zpl}`, { printerTypeId: ESCPOS }))).toEqual([400, "template"]);
  expect((await admin.put(`${PATH}/${oid}`, { printerTypeId: 2 })).status).toBe(200);
});

test("a change with another oid is 400 at oid", async () => {
  const { oid } = await addFormat();
  expect(refusal(await admin.put(`${PATH}/${oid}`, { oid: 1, name: "x" }))).toEqual([400, "oid"]);
});
