import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { queueOf } from "./queue.ts";

// What a format labels: articles or locations, each with placeholders of its own.

const PATH = "/api/printingformats";
const ZPL = 3;
const zpl = (placeholder: string) => `^XA^FO1,1^FD{{${placeholder}}}^FS^XZ`;

const server = sharedServer();
const { admin } = server;

let made = 0;
const addFormat = (fields: object) =>
  admin.post(PATH, { name: `Subject ${++made}`, template: zpl("code"), printerTypeId: ZPL, ...fields });

test("is article unless it is given, and shown with the format", async () => {
  expect((await addFormat({})).body).toMatchObject({ subject: "article" });
  expect((await addFormat({ subject: "location" })).body).toMatchObject({ subject: "location" });
  expect(await addFormat({ subject: "user" })).toMatchObject({
    status: 400,
    body: { errors: [{ path: "subject" }] },
  });
});

test.each([
  ["location", "serialNumber"],
  ["location", "field:Voltage"],
  ["article", "path"],
])(
  "a template for the subject %s may not hold {{%s}}; the message lists the valid ones",
  async (subject, name) => {
    const { status, body } = await addFormat({ subject, template: zpl(name) });
    expect(status).toBe(400);
    const [error] = body.errors;
    expect(error).toMatchObject({ path: "template", line: 1 });
    const valid =
      subject === "location" ? "{{code}}, {{name}}, {{path}}, {{oid}}, {{tenant}}" : "{{serialNumber}}";
    expect(error.message).toContain(valid);
    expect(error.message.split("valid ones")[1]).not.toContain(
      subject === "location" ? "{{price}}" : "{{path}}",
    );
  },
);

test("a change of the subject checks the template", async () => {
  const { oid } = (await addFormat({ template: zpl("price") })).body;
  const refused = await admin.put(`${PATH}/${oid}`, { subject: "location" });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "template" }] } });
  const changed = await admin.put(`${PATH}/${oid}`, { subject: "location", template: zpl("path") });
  expect(changed.body).toMatchObject({ subject: "location" });
  expect((await admin.put(`${PATH}/${oid}`, { name: "Kept" })).body).toMatchObject({ subject: "location" });
});

test("the audit shows a change of the subject", async () => {
  const { oid } = (await addFormat({})).body;
  await admin.put(`${PATH}/${oid}`, { subject: "location" });
  const { body } = await admin.get(`/api/audit?entity=format&entityId=${oid}`);
  expect(JSON.stringify(body)).toContain("location");
});

test("an unsaved template is previewed and printed with a location's values, or a sample's", async () => {
  const template = zpl("path");
  const draft = { template, subject: "location" };
  const picture = await admin.post(`${PATH}/preview`, { ...draft, printerTypeId: ZPL, locationId: 4 });
  expect(picture.headers.get("content-type")).toBe("image/png");
  const test = (body: object) => admin.post("/api/printingprinters/3/test", body);
  const printed = async (body: object) => {
    const { oid } = (await test(body)).body;
    return queueOf(server)
      .find((request) => request.oid === oid)
      ?.data.toString();
  };
  expect(await printed({ ...draft, locationId: 2 })).toContain("Main building / Ground floor");
  expect(await printed(draft)).toContain("Police 3");
  for (const body of [
    { ...draft, articleId: 1 },
    { template: zpl("code"), locationId: 4 },
    { ...draft, locationId: 41 },
  ]) {
    const path = "articleId" in body ? "articleId" : "locationId";
    expect(await test(body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  }
});

test("a stored format of locations is previewed with a sample location", async () => {
  const { oid: labelFormatId } = (await addFormat({ subject: "location", template: zpl("path") })).body;
  expect((await admin.post(`${PATH}/preview`, { labelFormatId })).status).toBe(200);
  expect((await admin.post(`${PATH}/preview`, { labelFormatId, locationId: 4 })).status).toBe(200);
  const refused = await admin.post(`${PATH}/preview`, { labelFormatId, articleId: 4 });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "articleId" }] } });
});
