import { expect, test } from "vitest";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { createJpeg } from "../photos/uploads.ts";
import { deliver, queue, signatureOf } from "./submission.ts";
import { pairDevice, pairSharedTerminal } from "./terminal.ts";

// The attacker is a thief with a locked terminal: its submission tokens and its queue, without the key that signs operations.

const TRANSFERS = "/api/articletransfers";
const PROPOSALS = "/api/articles/pwa-request";
const DAY = 24 * 3_600_000;

/** A terminal where Uma has logged in and out. Her operations are signed as while she was logged in. */
async function lockedTerminal() {
  const { clock, server } = await startServerWithClock();
  const terminal = await pairSharedTerminal(server);
  const { body: login } = await terminal.device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  expect((await server.withToken(login.accessToken).post("/api/pwa-auth/logout")).status).toBe(204);
  const proposal = { name: "Ladder", articleCategoryID: 1, articleTypeID: 1 };
  return { clock, server, terminal, login, proposal };
}

test("a login by PIN at a terminal gives a submission token that delivers queued work in its author's name after the logout, once", async () => {
  const { server, login, proposal } = await lockedTerminal();
  const queued = queue(login, "op-1", PROPOSALS, proposal);
  const first = await deliver(server, login, queued);
  expect(first.status).toBe(201);
  const { body: made } = await (await server.as("manager")).get(`/api/articleproposals/${first.body.oid}`);
  expect(made.createdBy).toBe("user");
  const again = await deliver(server, login, queued);
  expect([again.status, again.body.oid]).toEqual([201, first.body.oid]);
});

test("what was sent with the login's token before, and whose response was lost, is not done again", async () => {
  const server = await startServer();
  const terminal = await pairSharedTerminal(server);
  const { body: login } = await terminal.device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  const proposal = { name: "Ladder", articleCategoryID: 1, articleTypeID: 1 };
  const user = server.withToken(login.accessToken);
  const sent = await user.post(PROPOSALS, proposal, { "Idempotency-Key": "op-1" });
  const again = await deliver(server, login, queue(login, "op-1", PROPOSALS, proposal));
  expect(again.body.oid).toBe(sent.body.oid);
});

test("a submission token alone is refused at every endpoint, those of queued work included", async () => {
  const { server, login } = await lockedTerminal();
  const thief = server.withToken(login.submissionToken);
  for (const { method, path, permission, operationId, isExempt } of server.appliance.endpoints) {
    if (permission === "anyone" || operationId === null || isExempt !== null) continue;
    const url = path.replaceAll(/\{\w+\}/g, "1");
    const response = await thief.send(method, url, method === "GET" ? undefined : {});
    expect([method, path, [401, 403, 415].includes(response.status)]).toEqual([method, path, true]);
  }
});

test("a refresh with a submission token is 401", async () => {
  const { server, login } = await lockedTerminal();
  const { submissionToken } = login;
  for (const body of [{ accessToken: submissionToken }, { refreshToken: submissionToken }])
    expect((await server.anonymous.post("/api/pwa-auth/refresh", body)).status).toBe(401);
});

test("the endpoints of queued work demand a body and an idempotency key, so that each operation is signed and done once", async () => {
  const server = await startServer();
  const queued = server.appliance.endpoints.filter((one) => one.takesSubmissionToken);
  expect(queued.map(({ operationId }) => operationId).toSorted()).toEqual([
    "addArticlePhoto",
    "addCustodyPhoto",
    "attachArticleCode",
    "createDisposalRequest",
    "createTransferRequest",
    "moveArticleStock",
    "printLabels",
    "printLocationLabels",
    "proposeArticle",
  ]);
  for (const { method, bodySchema, bodyOptional, needsRecentLogin, handler } of queued) {
    expect([method, bodySchema !== null, bodyOptional, needsRecentLogin]).toEqual([
      "POST",
      true,
      false,
      false,
    ]);
    expect("usesIdempotencyKey" in handler && handler.usesIdempotencyKey).toBe(true);
  }
});

test("a thief can make no new operation: without a signature, with one of another id, path, body, key or user", async () => {
  const { server, terminal, login, proposal } = await lockedTerminal();
  const queued = queue(login, "op-1", PROPOSALS, proposal);
  const { body: other } = await terminal.device.post("/api/pda/users/login", { userId: 2, pin: "2222" });
  const transfer = { articleId: 1, targetLocationId: 2 };
  const forged = [
    { ...queued, signature: "" },
    { ...queued, operationId: "op-2" },
    { ...queued, operationId: "" },
    { ...queued, body: { ...proposal, name: "Crane" } },
    { ...queued, path: TRANSFERS, body: transfer },
    { ...queue(login, "op-3", PROPOSALS, transfer), path: TRANSFERS, body: transfer },
    queue({ ...login, submissionKey: "AAAA" }, "op-1", PROPOSALS, proposal),
    queue(other, "op-1", PROPOSALS, proposal),
  ];
  for (const one of forged) {
    const { status, body } = await deliver(server, login, one);
    expect([one.operationId, status, body.reason]).toEqual([one.operationId, 403, "notQueued"]);
  }
  expect((await deliver(server, other, queued)).status).toBe(403);
  const { body: all } = await (await server.as("manager")).get("/api/articleproposals");
  expect(all.filter(({ name }: { name: string }) => /Ladder|Crane/.test(name))).toEqual([]);
});

test("a signed photo is delivered, and no other file", async () => {
  const { server, login } = await lockedTerminal();
  const send = (bytes: Uint8Array, signed: Uint8Array, operationId: string) => {
    const form = new FormData();
    form.append("articleId", "1");
    form.append("photo", new Blob([new Uint8Array(bytes)]), "article.jpg");
    const signature = signatureOf(login, operationId, "photo", signed);
    const headers = { "Idempotency-Key": operationId, "Operation-Signature": signature };
    return server.withToken(login.submissionToken).post("/api/photoarticle", form, headers);
  };
  const [taken, other] = [await createJpeg(), await createJpeg(30)];
  expect((await send(other, taken, "photo-1")).status).toBe(403);
  const sent = await send(taken, taken, "photo-1");
  expect([sent.status, sent.body.createdBy]).toEqual([201, "user"]);
});

test.each([
  ["after 7 days", async ({ clock }) => clock.advance(7 * DAY + 1000)],
  [
    "once the device is revoked",
    async ({ server, terminal }) =>
      (await server.as("admin")).delete(`/api/device-auth/tokens/${terminal.deviceTokenId}`),
  ],
  [
    "once its user is deactivated",
    async ({ server }) => (await server.as("admin")).put("/api/users/3", { isActive: false }),
  ],
  [
    "once an Admin has set another PIN for its user",
    async ({ server }) => (await server.as("admin")).put("/api/users/3/secrets", { pin: "8264" }),
  ],
  [
    "once an Admin has set another password for its user and kept the devices",
    async ({ server }) =>
      (await server.as("admin")).put("/api/users/3/secrets", { password: "an open book", keepDevices: true }),
  ],
  [
    "once the device is paired again",
    async ({ server, terminal: { deviceToken } }) => {
      const { body } = await (await server.as("admin")).post("/api/device-auth/generate-code", {
        kind: "terminal",
      });
      const again = { code: body.code, previousDeviceToken: deviceToken };
      await server.anonymous.post("/api/device-auth/activate", again);
    },
  ],
] satisfies [string, (locked: Awaited<ReturnType<typeof lockedTerminal>>) => Promise<unknown>][])(
  "a submission token is 401 %s",
  async (_, end) => {
    const locked = await lockedTerminal();
    const { server, login, proposal, clock } = locked;
    clock.advance(6 * DAY);
    const early = await deliver(server, login, queue(login, "op-1", PROPOSALS, proposal));
    expect(early.status).toBe(201);
    await end(locked);
    expect((await deliver(server, login, queue(login, "op-2", PROPOSALS, proposal))).status).toBe(401);
  },
);

test("a submission token outlives the sessions that an Admin ends, so that what was queued is not lost", async () => {
  const { server, terminal, proposal } = await lockedTerminal();
  const { body: login } = await terminal.device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  expect((await (await server.as("admin")).delete("/api/users/3/sessions")).status).toBe(204);
  expect((await server.withToken(login.accessToken).get("/api/me")).status).toBe(401);
  expect((await deliver(server, login, queue(login, "op-1", PROPOSALS, proposal))).status).toBe(201);
});

test.each([
  ["a User has the author's rights", 3, "3333", 403],
  ["an Admin has a Manager's rights", 1, "111111", 200],
])("queued work of %s", async (_, userId, pin, status) => {
  const { server, terminal } = await lockedTerminal();
  const { body: login } = await terminal.device.post("/api/pda/users/login", { userId, pin });
  const move = queue(login, "op-1", "/api/articles/1/locations/move", { toLocationId: 2, quantity: 1 });
  expect((await deliver(server, login, move)).status).toBe(status);
});

test("only a login by PIN at a paired device gets a submission token", async () => {
  const server = await startServer();
  const path = "/api/pda/users/submission-token";
  const shared = await pairSharedTerminal(server);
  const personal = await pairDevice(server, "manager");
  expect((await (await shared.logIn(3, "3333")).post(path)).status).toBe(200);
  expect((await (await personal.logIn(3, "3333")).post(path)).status).toBe(200);
  expect((await personal.device.post(path)).status).toBe(404);
  expect((await shared.device.post(path)).status).toBe(403);
  expect((await (await server.as("user")).post(path)).status).toBe(404);
  const office = await server.as("user");
  const { body: login } = await office.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  expect(login.submissionToken).toBeUndefined();
});
