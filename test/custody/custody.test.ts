import { expect, test } from "vitest";
import { faultPaths, statuses, tagOf } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { endOf } from "../jobs/waiting.ts";
import { pairBy } from "../security/terminal.ts";
import { CUSTODIES, MAX, SIGNATURE, siteOn, UMA } from "./site.ts";

const server = sharedServer();
const site = siteOn(server);

test("a hand-over has all its properties, at its URL and in the lists, until the article is taken back", async () => {
  const articleId = await site.anArticle();
  const given = { dueDate: "2026-12-24", note: " a scratch ", signature: SIGNATURE };
  const started = await site.handOut(articleId, MAX.id, given);
  expect(started.status).toBe(201);
  const { oid } = started.body;
  expect(started.body).toEqual({
    oid,
    articleId,
    article: { oid: articleId, code: expect.stringMatching(/^CU-/), name: expect.any(String) },
    userId: MAX.id,
    user: { ...MAX, isActive: true },
    dueDate: "2026-12-24",
    startedDT: expect.any(String),
    startedBy: UMA,
    startNote: "a scratch",
    startPhotoId: null,
    isStartSigned: true,
    endedDT: null,
    endedBy: null,
    endNote: null,
    endPhotoId: null,
    isEndSigned: false,
    startSignature: null,
    endSignature: null,
  });
  expect(started.headers.get("location")).toBe(`${CUSTODIES}/${oid}`);
  const read = await site.user.get(`${CUSTODIES}/${oid}`);
  // Another user's signature.
  expect(read.body).toEqual({ ...started.body, startSignature: null });
  expect((await site.manager.get(`${CUSTODIES}/${oid}`)).body).toEqual({
    ...started.body,
    startSignature: SIGNATURE,
  });
  expect(tagOf(read)).toBe(tagOf(started));
  const { startSignature: _, endSignature: __, ...listed } = started.body;
  expect((await site.user.get(`${CUSTODIES}?state=open`)).body[0]).toEqual(listed);

  const ended = await site.takeBack(oid, { note: "broken" }, site.manager);
  expect(ended.body).toMatchObject({ endNote: "broken", endedBy: MAX, isEndSigned: false });
  expect(await site.openOf(articleId)).toBeUndefined();
  expect((await site.user.get(`${CUSTODIES}?state=ended&articleId=${articleId}`)).body).toHaveLength(1);
  expect((await site.takeBack(oid)).status).toBe(400);
  expect(site.events()).toEqual(["custody.started", "custody.ended"]);
});

test.each<[string, (articleId: number) => object, string[]]>([
  ["an unknown article", () => ({ articleId: 999_999, userId: 3 }), ["articleId"]],
  ["another tenant's article", () => ({ articleId: 501, userId: 3 }), ["articleId"]],
  ["another tenant's person", (articleId) => ({ articleId, userId: 7 }), ["userId"]],
  ["a wrong day", (articleId) => ({ articleId, userId: 3, dueDate: "2026-02-30" }), ["dueDate"]],
  [
    "strokes out of the field",
    (articleId) => ({ articleId, userId: 3, signature: "M0 0L601 0" }),
    ["signature"],
  ],
  ["a script as a signature", (articleId) => ({ articleId, userId: 3, signature: "<svg/>" }), ["signature"]],
])("%s is refused", async (_, body, paths) => {
  const articleId = await site.anArticle();
  const response = await site.user.post(CUSTODIES, body(articleId));
  expect(response.status).toBe(400);
  expect(faultPaths(response)).toEqual(paths);
  expect(await site.openOf(articleId)).toBeUndefined();
});

test("of all concurrent hand-overs of an article one succeeds, and the others name the person", async () => {
  const articleId = await site.anArticle();
  const responses = await Promise.all([1, 2, 3, 1, 2].map((userId) => site.handOut(articleId, userId)));
  expect(statuses(responses)).toEqual([201, 409, 409, 409, 409]);
  const open = await site.openOf(articleId);
  const refused = responses.find(({ status }) => status === 409);
  const { body } = await site.user.get(`${CUSTODIES}/${open?.oid}`);
  expect(refused?.body.message).toContain(body.user.fullName);
});

test("an article that a person has is not deleted", async () => {
  const articleId = await site.anArticle();
  await site.handOut(articleId, 3);
  expect((await site.manager.delete(`/api/articles/${articleId}`)).status).toBe(400);
});

/** A request for the disposal of an article; returns the function that approves it. */
async function requestDisposal(articleId: number) {
  const { body: request } = await site.user.post("/api/articledisposals", { articleId });
  return () => site.manager.put(`/api/articledisposals/${request.oid}/approve`);
}

test("the disposal of an article that a person has is not approved before its return", async () => {
  const articleId = await site.anArticle();
  const { oid } = (await site.handOut(articleId, 3)).body;
  const approve = await requestDisposal(articleId);
  expect((await approve()).status).toBe(400);
  await site.takeBack(oid);
  expect((await approve()).status).toBe(200);
});

test.each<[string, (articleId: number) => Promise<string>]>([
  ["an edit", async (oid) => (await site.manager.put(`/api/articles/${oid}`, { stateId: 4 })).body.message],
  [
    "an edit of all fields",
    async (oid) => (await site.manager.put(`/api/articles/${oid}/full`, { stateId: 4 })).body.message,
  ],
  [
    "a bulk edit",
    async (oid) => {
      const body = { ids: [oid], changes: { stateId: 4, locationId: 6 } };
      return (await site.manager.put("/api/articles/bulk-edit", body)).body.refusals[0]?.reason;
    },
  ],
  ["an approved request", async (oid) => (await (await requestDisposal(oid))()).body.message],
  [
    "an import",
    async (oid) => {
      const { code } = (await site.manager.get(`/api/articles/${oid}`)).body;
      const { body } = await check(site.admin, "articles", `Code,State\n${code},Disposed`);
      return body.errors[0]?.message;
    },
  ],
])("%s does not dispose of an article that a person has, and names the person", async (_, refusedBy) => {
  const articleId = await site.anArticle();
  const shown = async () => [
    (await site.manager.get(`/api/articles/${articleId}`)).body,
    (await site.manager.get(`/api/articles/${articleId}/locations`)).body,
  ];
  const before = await shown();
  await site.handOut(articleId, MAX.id);
  expect(await refusedBy(articleId)).toBe(`${MAX.fullName} has this article. Take it back first.`);
  expect(await shown()).toEqual(before);
});

test("an undo does not dispose again of an article that a person has by now", async () => {
  const articleId = await site.anArticle();
  const stateNow = async () => (await site.manager.get(`/api/articles/${articleId}`)).body.state.oid;
  await site.manager.put(`/api/articles/${articleId}`, { stateId: 4 });
  await site.manager.put("/api/articles/bulk-edit", { ids: [articleId], changes: { stateId: 1 } });
  const [job] = (await site.manager.get("/api/jobs")).body;
  expect((await site.handOut(articleId, MAX.id)).status).toBe(201);
  expect((await site.manager.put(`/api/jobs/${job.id}/undo`)).status).toBe(200);
  expect((await endOf(site.manager, `/api/jobs/${job.id}`)).result).toMatchObject({ leftCount: 1 });
  expect(await stateNow()).toBe(1);
});

test("a deleted, disposed or proposed article is not handed out", async () => {
  const articleId = await site.anArticle();
  await (await requestDisposal(articleId))();
  expect((await site.handOut(articleId, 3)).status).toBe(400);
  expect((await site.manager.delete(`/api/articles/${articleId}`)).status).toBe(204);
  expect(faultPaths(await site.handOut(articleId, 3))).toEqual(["articleId"]);
  for (const stateId of [3, 4]) {
    const other = await site.anArticle();
    await site.manager.put(`/api/articles/${other}`, { stateId });
    expect((await site.handOut(other, 3)).status).toBe(400);
  }
});

test("a deactivated person gets no article, and gives back what he or she has", async () => {
  const person = {
    userName: "petr.b",
    firstName: "Petr",
    lastName: "Badge",
    roles: ["User"],
    badgeCode: "B-77",
  };
  const { oid: userId } = (await site.admin.post("/api/users", person)).body;
  const articleId = await site.anArticle();
  const { oid } = (await site.handOut(articleId, userId)).body;
  await site.admin.delete(`/api/users/${userId}`);
  expect((await site.user.get(`${CUSTODIES}/${oid}`)).body.user.isActive).toBe(false);
  const open: { oid: number }[] = (await site.user.get(`${CUSTODIES}/open`)).body;
  expect(open.find((one) => one.oid === oid)).toMatchObject({ userName: expect.stringMatching(/\w \w/) });
  expect((await site.takeBack(oid)).status).toBe(200);
  expect((await site.handOut(articleId, userId)).status).toBe(400);
});

test("lists are filtered by person, location, due date and text, and continue before an oid", async () => {
  const [first, second] = [await site.anArticle(), await site.anArticle()];
  await site.manager.put(`/api/articles/${first}/locations`, { locations: [{ locationId: 4, quantity: 1 }] });
  const person = { userName: "lena.l", firstName: "Lena", lastName: "List", roles: ["User"] };
  const { oid: userId } = (await site.admin.post("/api/users", person)).body;
  const one = (await site.handOut(first, userId, { dueDate: "2020-01-01" })).body;
  const two = (await site.handOut(second, userId, { dueDate: "2099-01-01" })).body;
  const oids = async (query: string) =>
    (await site.user.get(`${CUSTODIES}?state=open&userId=${userId}&${query}`)).body.map(
      ({ oid }: { oid: number }) => oid,
    );
  expect(await oids("")).toEqual([two.oid, one.oid]);
  expect(await oids("dueBefore=2026-01-01")).toEqual([one.oid]);
  expect(await oids("locationId=4")).toEqual([one.oid]);
  const { body: hall } = await site.user.get("/api/locations/4");
  if (hall.parentLocationId !== null)
    expect(await oids(`locationId=${hall.parentLocationId}`)).toEqual([one.oid]);
  expect(await oids(`q=${two.article.code}`)).toEqual([two.oid]);
  expect(await oids("q=nowhere")).toEqual([]);
  expect(await oids(`before=${two.oid}`)).toEqual([one.oid]);
});

test("a Manager changes the due date, while the person has the article", async () => {
  const { oid } = (await site.handOut(await site.anArticle(), 3)).body;
  const put = (dueDate: string | null) => site.manager.put(`${CUSTODIES}/${oid}`, { dueDate });
  expect((await put("2027-01-31")).body.dueDate).toBe("2027-01-31");
  expect((await put(null)).body.dueDate).toBeNull();
  await site.takeBack(oid);
  expect((await put("2027-01-31")).status).toBe(400);
});

test("a person reads the own signatures", async () => {
  const { oid } = (await site.handOut(await site.anArticle(), UMA.id, { signature: SIGNATURE })).body;
  expect((await site.user.get(`${CUSTODIES}/${oid}`)).body.startSignature).toBe(SIGNATURE);
});

test("a badge is of one person of the tenant, and terminals alone know it", async () => {
  const { body } = await site.admin.put("/api/users/3", { badgeCode: " BADGE-3 " });
  expect(body.badgeCode).toBe("BADGE-3");
  const taken = await site.admin.put("/api/users/2", { badgeCode: "BADGE-3" });
  expect(taken.status).toBe(409);
  expect(faultPaths(taken)).toEqual(["badgeCode"]);
  const { client } = await site.pair("Counter");
  const people: { id: number }[] = (await client.get(`${CUSTODIES}/people`)).body;
  expect(people.find(({ id }) => id === 3)).toEqual({ ...UMA, badgeCode: "BADGE-3" });
  const phone: { id: number }[] = (await site.user.get(`${CUSTODIES}/people`)).body;
  expect(phone.find(({ id }) => id === 3)).toEqual({ ...UMA, badgeCode: null });
  expect((await site.admin.put("/api/users/3", { badgeCode: null })).body.badgeCode).toBeNull();
});

test("a phone that is paired after its user has logged in reads the persons again, with their badges", async () => {
  await site.admin.put("/api/users/2", { badgeCode: "BADGE-2" });
  const before = await site.user.get(`${CUSTODIES}/people`);
  const { device } = await pairBy(server, site.user);
  const after = await device.get(`${CUSTODIES}/people`, {
    "If-None-Match": before.headers.get("etag") ?? "",
  });
  expect(after.status).toBe(200);
  expect(after.body).toContainEqual({ ...MAX, badgeCode: "BADGE-2" });
});
