import { expect, test } from "vitest";
import { addProgram } from "../access/api-keys/accounts.ts";
import { tagOf } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { createJpeg, type Part, send } from "../photos/uploads.ts";
import { CUSTODIES, SIGNATURE, siteOn } from "./site.ts";

// What was changed of a hand-over, by whom, and who sees its signatures.

const site = siteOn(sharedServer());

/** The audit of a custody, newest first: user, record and changes. */
async function auditOf(oid: number) {
  const { body } = await site.admin.get(`/api/audit?entity=custody&entityId=${oid}`);
  type Entry = {
    user: { id: number };
    record: { name: string };
    changes: { field: string; before: unknown; after: unknown }[];
  };
  return (body as Entry[]).map(({ user, record, changes }) => ({
    ...{ by: user.id, record },
    changes: Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]])),
  }));
}

/** Adds a photo of the condition. */
async function addPhoto(oid: number, kind: string, as = site.user) {
  const jpeg = { bytes: await createJpeg(), fileName: "x.jpg" };
  const parts: Part[] = [
    ["custodyId", String(oid)],
    ["kind", kind],
    ["photo", jpeg],
  ];
  return send(as, parts, {}, "/api/photocustody");
}

test.each(["start", "end"])(
  "a photo of the condition (%s) is deleted by Managers only; then another one can be added",
  async (kind) => {
    const { oid } = (await site.handOut(await site.anArticle(), 3)).body;
    await site.takeBack(oid);
    const photoId = async () => (await site.user.get(`${CUSTODIES}/${oid}`)).body[`${kind}PhotoId`];
    const added = (await addPhoto(oid, kind)).body.oid;
    const refused = await site.user.delete(`/api/photos/${added}`);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "This photo shows the condition at a hand-over or return. Ask a Manager to delete it.",
    ]);
    const program = await addProgram(site.server, ["articles:read", "articles:write"], { name: kind });
    const lacking = await program.client.delete(`/api/photos/${added}`);
    expect([lacking.status, lacking.body.message]).toEqual([
      403,
      'This API key lacks the scope "custody:write". An administrator can add it.',
    ]);
    expect(await photoId()).toBe(added);
    const before = tagOf(await site.user.get(`${CUSTODIES}/${oid}`));
    expect((await site.manager.delete(`/api/photos/${added}`)).status).toBe(204);
    const without = await site.user.get(`${CUSTODIES}/${oid}`);
    expect([without.body[`${kind}PhotoId`], tagOf(without) === before]).toEqual([null, false]);
    expect((await auditOf(oid))[0]).toMatchObject({ by: 2, changes: { [`${kind}PhotoId`]: [added, null] } });
    const again = await addPhoto(oid, kind);
    expect([again.status, await photoId()]).toEqual([201, again.body.oid]);
  },
);

test("the audit has each due date and photo of a hand-over with who changed it, and no signature", async () => {
  const articleId = await site.anArticle();
  const { body } = await site.handOut(articleId, 3, { dueDate: "2026-12-24", signature: SIGNATURE });
  const { oid, article } = body;
  await site.manager.put(`${CUSTODIES}/${oid}`, { dueDate: "2027-01-31" });
  await site.takeBack(oid, { note: "broken" });
  const photo = async (kind: string, as = site.user) => (await addPhoto(oid, kind, as)).body.oid;
  const [first, second, third] = [await photo("start"), await photo("end"), await photo("end", site.manager)];
  const record = { code: article.code, name: article.name, unit: null };
  expect(await auditOf(oid)).toEqual([
    { by: 2, record, changes: { endPhotoId: [second, third] } },
    { by: 3, record, changes: { endPhotoId: [null, second] } },
    { by: 3, record, changes: { startPhotoId: [null, first] } },
    { by: 3, record, changes: { endedDT: [null, expect.any(String)], endNote: [null, "broken"] } },
    { by: 2, record, changes: { dueDate: ["2026-12-24", "2027-01-31"] } },
    {
      ...{ by: 3, record },
      changes: {
        articleId: [null, articleId],
        userId: [null, 3],
        dueDate: [null, "2026-12-24"],
        startSignature: [null, "set"],
      },
    },
  ]);
});

test("the holder, who sees the signatures, and another User get different ETags", async () => {
  const { body, headers } = await site.handOut(await site.anArticle(), 3, { signature: SIGNATURE });
  const path = `${CUSTODIES}/${body.oid}`;
  const account = { userName: "ute", firstName: "Ute", lastName: "Berg", roles: ["User"] };
  expect((await site.admin.post("/api/users", account)).status).toBe(201);
  const other = await site.server.as("ute");
  const [holder, hidden] = [await site.user.get(path), await other.get(path)];
  expect([holder.body.startSignature, hidden.body.startSignature]).toEqual([SIGNATURE, null]);
  expect(tagOf(holder)).not.toBe(tagOf(hidden));
  // A cache of one must not confirm the other's body.
  const headersOf = (tag: string) => ({ "If-None-Match": tag });
  expect((await other.get(path, headersOf(tagOf(holder)))).status).toBe(200);
  expect((await other.get(path, headersOf(tagOf(hidden)))).status).toBe(304);
  expect(headers.get("etag")).toBe(tagOf(holder));
});
