import { beforeAll, expect, test } from "vitest";
import { faultPaths } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { CUSTODIES, MAX, operationOf, SIGNATURE, send, siteOn, type Terminal, UMA } from "./site.ts";

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

let dock: Terminal;
const site = siteOn(sharedServer());
beforeAll(async () => {
  dock = await site.pair("Dock");
});

test("a terminal without a login hands out and takes back in the name of a user who logged in there", async () => {
  const articleId = await site.anArticle();
  const start = operationOf("start", articleId, 3, {
    at: ago(10),
    dueDate: "2027-01-01",
    note: "new",
    signature: SIGNATURE,
  });
  const receipt = (await send(dock.client, start)).body;
  expect(receipt).toEqual({
    operationId: start.operationId,
    result: "applied",
    reason: null,
    message: null,
    custodyId: expect.any(Number),
  });
  const { body } = await site.user.get(`${CUSTODIES}/${receipt.custodyId}`);
  expect(body).toMatchObject({ userId: 3, startedBy: MAX, startedDT: start.at, dueDate: "2027-01-01" });
  expect((await send(dock.client, operationOf("end", articleId, null, { at: ago(5) }))).body.result).toBe(
    "applied",
  );
  expect(await site.openOf(articleId)).toBeUndefined();
});

test("an operation that is sent again is applied once, and its receipt is the same", async () => {
  const articleId = await site.anArticle();
  const start = operationOf("start", articleId, 3, { at: ago(9) });
  const end = operationOf("end", articleId, 3, { at: ago(8) });
  const first = await send(dock.client, start);
  await send(dock.client, end);
  const again = await Promise.all([
    send(dock.client, start),
    send(dock.client, start),
    send(dock.client, end),
  ]);
  expect(again[0]?.body).toEqual(first.body);
  expect(again.map(({ body }) => body.result)).toEqual(["applied", "applied", "applied"]);
  expect(await site.openOf(articleId)).toBeUndefined();
  const other = await send(dock.client, { ...start, userId: 2 });
  expect(faultPaths(other)).toEqual(["operationId"]);
});

test("a hand-over of an article that another terminal has handed out is rejected, and Managers see it until they dismiss it", async () => {
  const gate = await site.pair("Gate");
  const articleId = await site.anArticle();
  await send(gate.client, operationOf("start", articleId, 3, { at: ago(20) }));
  const entered = { note: "a scratch", signature: SIGNATURE, dueDate: "2027-01-01" };
  const late = operationOf("start", articleId, 1, { at: ago(25), ...entered });
  const { body: receipt } = await send(dock.client, late);
  expect(receipt).toMatchObject({ result: "rejected", reason: "held" });
  expect(receipt.message).toContain(UMA.fullName);
  expect(await site.openOf(articleId)).toMatchObject({ userId: 3 });

  const [listed] = (await site.manager.get(`${CUSTODIES}/rejected`)).body;
  expect(listed).toMatchObject({
    ...{ kind: "start", reason: "held", articleId, at: late.at, author: MAX, deviceName: "Dock" },
    ...entered,
    ...{ user: { id: 1 }, holder: UMA, custodyId: receipt.custodyId },
  });
  expect((await site.user.get(`${CUSTODIES}/rejected`)).status).toBe(403);
  const dismiss = () => site.manager.put(`${CUSTODIES}/rejected/${listed.oid}/dismiss`);
  expect((await dismiss()).status).toBe(204);
  expect((await dismiss()).status).toBe(404);
  expect((await site.manager.get(`${CUSTODIES}/rejected`)).body).toEqual([]);
  expect(site.events().filter((type) => type === "custody.rejected")).toHaveLength(1);
});

test.each([
  ["note", "start", { note: "the chuck is broken" }],
  ["signature", "end", { signature: SIGNATURE }],
  ["day of return", "start", { dueDate: "2044-01-01" }],
] as const)("what changes nothing is rejected where its %s would be lost", async (_, kind, entered) => {
  const articleId = await site.anArticle();
  if (kind === "start") await site.handOut(articleId, 3);
  const { body } = await send(dock.client, operationOf(kind, articleId, 3, entered));
  expect(body).toMatchObject({ result: "rejected", reason: "recorded" });
  const [listed] = (await site.manager.get(`${CUSTODIES}/rejected`)).body;
  expect(listed).toMatchObject({ articleId, ...entered });
});

test("a hand-over that changes nothing, with the day of return that is recorded, loses nothing", async () => {
  const articleId = await site.anArticle();
  await site.handOut(articleId, 3, { dueDate: "2044-01-01" });
  const { body } = await send(dock.client, operationOf("start", articleId, 3, { dueDate: "2044-01-01" }));
  expect(body).toMatchObject({ result: "unchanged" });
});

test("an operation that is older than the last change of the article does not move it", async () => {
  const articleId = await site.anArticle();
  await send(dock.client, operationOf("start", articleId, 3, { at: ago(30) }));
  await send(dock.client, operationOf("end", articleId, 3, { at: ago(20) }));
  const stale = await send(dock.client, operationOf("start", articleId, 2, { at: ago(25) }));
  expect(stale.body).toMatchObject({ result: "rejected", reason: "superseded" });
  await send(dock.client, operationOf("start", articleId, 2, { at: ago(10) }));
  const staleReturn = await send(dock.client, operationOf("end", articleId, null, { at: ago(15) }));
  expect(staleReturn.body.result).toBe("unchanged");
  expect(await site.openOf(articleId)).toMatchObject({ userId: 2 });
  const wrongPerson = await send(dock.client, operationOf("end", articleId, 3, { at: ago(5) }));
  expect(wrongPerson.body).toMatchObject({ result: "rejected", reason: "otherPerson" });
});

test("times of an article never overlap, and a time ahead counts as now", async () => {
  const articleId = await site.anArticle();
  const { oid } = (await site.handOut(articleId, 3)).body;
  const { endedDT } = (await site.takeBack(oid)).body;
  // Within the tolerance of clocks.
  await send(dock.client, operationOf("start", articleId, 2, { at: ago(0.5) }));
  const open = await site.openOf(articleId);
  const { body } = await site.user.get(`${CUSTODIES}/${open?.oid}`);
  expect(body.startedDT).toBe(endedDT);
  await send(dock.client, operationOf("end", articleId, 2, { at: ago(-600) }));
  const ended = (await site.user.get(`${CUSTODIES}/${open?.oid}`)).body;
  expect(Date.parse(ended.endedDT)).toBeLessThanOrEqual(Date.now());
});

test("a deleted article and a deactivated person are reasons, and stay visible to Managers", async () => {
  const person = { userName: "eva.b", firstName: "Eva", lastName: "Badge", roles: ["User"] };
  const { oid: userId } = (await site.admin.post("/api/users", person)).body;
  await site.admin.delete(`/api/users/${userId}`);
  const articleId = await site.anArticle();
  expect((await send(dock.client, operationOf("start", articleId, userId))).body.reason).toBe("person");
  await site.manager.delete(`/api/articles/${articleId}`);
  expect((await send(dock.client, operationOf("start", articleId, 3))).body.reason).toBe("article");
  const reasons = (await site.manager.get(`${CUSTODIES}/rejected`)).body.map(
    ({ reason }: { reason: string }) => reason,
  );
  expect(reasons.slice(0, 2)).toEqual(["article", "person"]);
});

test.each<[string, (articleId: number) => object, string[]]>([
  [
    "no author from a shared terminal",
    (articleId) => operationOf("start", articleId, 3, { authorId: undefined }),
    ["authorId"],
  ],
  [
    "an author who never logged in there",
    (articleId) => operationOf("start", articleId, 3, { authorId: 1 }),
    ["authorId"],
  ],
  ["a hand-over to nobody", (articleId) => operationOf("start", articleId, null), ["userId"]],
  ["another tenant's article", () => operationOf("start", 501, 3), ["articleId"]],
  ["another tenant's person", (articleId) => operationOf("start", articleId, 7), ["userId"]],
])("%s is refused", async (_, operation, paths) => {
  const response = await send(dock.client, operation(await site.anArticle()));
  expect(response.status).toBe(400);
  expect(faultPaths(response)).toEqual(paths);
});
