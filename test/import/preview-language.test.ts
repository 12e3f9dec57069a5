import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { check } from "./uploads.ts";

const { admin } = sharedServer();

const statesIn = (
  rows: readonly { changes: readonly { column: string; before: string; after: string }[] }[],
) => rows.map(({ changes }) => changes.find(({ column }) => /state/i.test(column)));

test("a preview and its result name the default state and other states of the product in the language of who reads them", async () => {
  const file = "Code,Name,Category,Type,State\nPL-1,Desk,c,t,\nA000001,,,,Disposed";
  const { body } = await check(admin, "articles", file);
  expect(statesIn(body.preview.create)).toMatchObject([{ after: "In stock" }]);
  const address = `/api/imports/${body.id}`;
  const czech = await admin.get(address, { "Accept-Language": "cs" });
  expect(statesIn(czech.body.preview.create)).toMatchObject([{ after: "Na skladě" }]);
  expect(statesIn(czech.body.preview.update)).toMatchObject([{ after: "Vyřazeno" }]);
  const applied = await admin.put(`${address}/apply`);
  expect(statesIn(applied.body.preview.create)).toMatchObject([{ after: "In stock" }]);
  const german = await admin.get(address, { "Accept-Language": "de" });
  expect(statesIn(german.body.preview.create)).toMatchObject([{ after: "Auf Lager" }]);
  const { body: jobs } = await admin.get("/api/jobs?kind=import", { "Accept-Language": "sk" });
  const job = jobs.find(({ subjectId }: { subjectId: number }) => subjectId === body.id);
  expect(statesIn(job.result.preview.create)).toMatchObject([{ after: "Na sklade" }]);
});

test("a preview shows yes and no of a custom field in the language of who reads it", async () => {
  await admin.post("/api/customfields", { name: "Insured", type: "yesNo" });
  const { body } = await check(admin, "articles", "Code,Insured\nA000002,ano");
  expect(body.preview.update).toMatchObject([{ changes: [{ column: "Insured", after: "yes" }] }]);
  const czech = await admin.get(`/api/imports/${body.id}`, { "Accept-Language": "cs" });
  expect(czech.body.preview.update).toMatchObject([{ changes: [{ after: "ano" }] }]);
});

test("a preview shows whether a user is active in the language of who reads it", async () => {
  const { body } = await check(admin, "users", "User name,Active\nuser,no");
  expect(body.preview.update).toMatchObject([{ changes: [{ before: "yes", after: "no" }] }]);
  const czech = await admin.get(`/api/imports/${body.id}`, { "Accept-Language": "cs" });
  expect(czech.body.preview.update).toMatchObject([{ changes: [{ before: "ano", after: "ne" }] }]);
});
