import { expect, test } from "vitest";
import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { mailsAt, startNoticeServer, subscribe, textOf } from "./notice-server.ts";

const waitingOf = (server: TestServer) =>
  outgoingEventsAfter(server.appliance.dependencies.storage.db, 1, 0, 1000)
    .filter(({ type }) => type === "approval.waiting")
    .map(({ data }) => JSON.parse(data));

test("a request that waits for a decision is an event of its transaction, also of a repeated request", async () => {
  const server = await startServer();
  const { user } = server;
  const key = { "idempotency-key": "d6b1f3f0-0000-4000-8000-000000000001" };
  const body = { articleId: 11, note: "broken" };
  const disposal = await user.post("/api/articledisposals", body, key);
  expect(disposal.status).toBe(201);
  await user.post("/api/articledisposals", body, key);
  const requestedBy = (await user.get("/api/me")).body.fullName;
  expect(waitingOf(server)).toEqual([
    { kind: "disposal", oid: disposal.body.oid, name: expect.any(String), requestedBy },
  ]);
  // A request that is rejected leaves no event.
  expect((await user.post("/api/articledisposals", body)).status).toBe(409);
  const transfer = await user.post("/api/articletransfers", { articleId: 12, targetLocationId: 3 });
  expect(transfer.status).toBe(201);
  const proposal = await user.post("/api/articles/pwa-request", {
    ...{ name: "Ladder", articleCategoryID: 1, articleTypeID: 1, price: 10 },
  });
  expect(proposal.status).toBe(201);
  expect(waitingOf(server).map(({ kind }) => kind)).toEqual(["disposal", "transfer", "proposal"]);
});

test("a stocktake that needs an approval waits from the processing of its results on", async () => {
  const server = await startServer();
  const { admin } = server;
  const begin = async (mustBeApproved: boolean) => {
    const name = mustBeApproved ? "With approval" : "Without approval";
    const { oid } = (await admin.post("/api/inventories", { name, locationId: 2, mustBeApproved })).body;
    for (const step of ["prepare", "start", "finish", "process"]) {
      const response = await admin.put(`/api/inventories/${oid}/${step}`);
      expect(response.status, `${step}: ${response.text}`).toBe(200);
    }
    return oid;
  };
  await begin(false);
  expect(waitingOf(server)).toEqual([]);
  const oid = await begin(true);
  const { fullName: requestedBy } = (await admin.get("/api/me")).body;
  expect(waitingOf(server)).toEqual([{ kind: "stocktake", oid, name: "With approval", requestedBy }]);
});

test("Managers are told of a request at once, the user who asks is not", async () => {
  const { server, smtp } = await startNoticeServer();
  await subscribe(server, "manager", { kinds: { approvals: "atOnce" } });
  await subscribe(server, "user");
  await server.user.post("/api/articledisposals", { articleId: 11, note: "broken" });
  const [mail] = await mailsAt(smtp, 1);
  expect(mail?.to).toBe("manager@warehouse.example");
  expect(mail && textOf(mail)).toContain("/console#/requests/disposals");
  expect(smtp.mails.length).toBe(1);
});
