import { expect, test } from "vitest";
import { recordOverdue } from "../../src/custody/overdue.ts";
import { CUSTODIES, operationOf, send, siteOn } from "../custody/site.ts";
import { eventually } from "../harness/eventually.ts";
import type { TestServer } from "../harness/server.ts";
import { collected, mailsAt, startNoticeServer, storedMails, subscribe, textOf } from "./notice-server.ts";

// Who has an article that is overdue gets an e-mail.

const HOUR_MS = 3_600_000;
const LATE = { settings: { SITE_TIME_ZONE: "Europe/Prague" }, at: "2030-11-30T22:30:00Z" };

/** Hands articles out to users, due today. Returns the ids of the custodies. */
async function handOut(server: TestServer, ...users: number[]): Promise<readonly number[]> {
  const client = server.user;
  const oids: number[] = [];
  for (const [index, userId] of users.entries()) {
    const handed = { articleId: 10 + index, userId, dueDate: "2030-11-30" };
    oids.push((await client.post("/api/custodies", handed)).body.oid);
  }
  return oids;
}

async function findOverdue(server: TestServer): Promise<number> {
  const { storage, config } = server.appliance.dependencies;
  return await storage.write(null, (tx) => recordOverdue(tx, config.timeZone, 50));
}

/** A night on which these users have overdue articles, with e-mails to the subscribed ones. */
async function startNight(
  users: readonly number[],
  subscribed: Readonly<Record<string, Parameters<typeof subscribe>[2]>>,
) {
  const started = await startNoticeServer(LATE);
  const { server, clock } = started;
  for (const [name, wish] of Object.entries(subscribed)) await subscribe(server, name, wish);
  const custodies = await handOut(server, ...users);
  clock.advance(HOUR_MS);
  expect(await findOverdue(server)).toBe(users.length);
  await collected(server);
  return { ...started, custodies };
}

/** The e-mails of the morning after the articles of a user, a Manager and another one were overdue. */
async function mailsOfMorning() {
  const { server, smtp, clock } = await startNight([3, 2, 4], { user: { language: "de" }, manager: {} });
  clock.advance(7 * HOUR_MS);
  const mails = await mailsAt(smtp, 2);
  const to = (name: string) => {
    const mail = mails.find((one) => one.to === `${name}@warehouse.example`);
    return mail === undefined ? "" : textOf(mail);
  };
  return { server, to };
}

test("each person with an address gets one e-mail", async () => {
  const { server } = await startNight([3, 2, 4], { user: { language: "de" }, manager: {} });
  expect(await findOverdue(server)).toBe(0);
  await collected(server);
  // User 4 has no address.
  expect(storedMails(server).map(({ userId, kind }) => [userId, kind])).toEqual([
    [2, "digest"],
    [3, "digest"],
  ]);
});

test("the person gets the e-mail the next morning, in the own words", async () => {
  const { server, to } = await mailsOfMorning();
  const { body: article } = await server.user.get("/api/articles/10");
  expect(to("user")).toContain(`Bitte bringen Sie ${article.name} zurück`);
  expect(to("user")).toContain(`${server.url}/console#/articles/10`);
  expect(to("user")).not.toContain("Max Dvorak");
});

test("a Manager's e-mail has the articles of the others too", async () => {
  const { to } = await mailsOfMorning();
  expect(to("manager")).toContain("What I have");
  expect(to("manager").match(/Bring back/g)).toHaveLength(1);
  expect(to("manager").match(/was to bring back/g)).toHaveLength(2);
  expect(to("manager")).not.toContain("Max Dvorak");
});

test("it comes at once if chosen", async () => {
  const { smtp } = await startNight([2], { manager: { kinds: { ownCustody: "atOnce", custody: "off" } } });
  expect(await mailsAt(smtp, 1)).toMatchObject([{ to: "manager@warehouse.example" }]);
});

test("nothing comes where the kind is off", async () => {
  const { server } = await startNight([4], { both: { kinds: { ownCustody: "off", custody: "off" } } });
  expect(storedMails(server)).toEqual([]);
});

test("nothing comes where the due date was moved before the morning", async () => {
  const { server, smtp, clock, custodies } = await startNight([3], { user: {}, manager: {} });
  const { status } = await server.manager.put(`/api/custodies/${custodies[0]}`, { dueDate: "2030-12-20" });
  expect(status).toBe(200);
  clock.advance(7 * HOUR_MS);
  await eventually(() => expect(storedMails(server)).toEqual([]));
  expect(smtp.mails).toHaveLength(0);
});

test("nothing comes where the article was brought back before the morning", async () => {
  const { server, smtp, clock, custodies } = await startNight([3], { user: {} });
  expect(storedMails(server)).toMatchObject([{ userId: 3 }]);
  expect((await server.user.put(`/api/custodies/${custodies[0]}/end`, {})).status).toBe(200);
  clock.advance(7 * HOUR_MS);
  await eventually(() => expect(storedMails(server)).toEqual([]));
  expect(smtp.mails).toHaveLength(0);
});

test("nothing comes of a rejected hand-over that a Manager has dismissed", async () => {
  const { server, smtp, clock } = await startNoticeServer(LATE);
  const site = siteOn(server);
  const { client } = await site.pair("Dock");
  await subscribe(server, "manager", { kinds: { custody: "digest" } });
  const articleId = await site.anArticle();
  expect((await site.handOut(articleId, 3)).status).toBe(201);
  const late = operationOf("start", articleId, 2, { at: clock.iso() });
  expect((await send(client, late)).body.result).toBe("rejected");
  await collected(server);
  expect(storedMails(server)).toMatchObject([{ userId: 2, kind: "digest" }]);
  const [listed] = (await site.manager.get(`${CUSTODIES}/rejected`)).body;
  expect((await site.manager.put(`${CUSTODIES}/rejected/${listed.oid}/dismiss`)).status).toBe(204);
  clock.advance(8 * HOUR_MS);
  await eventually(() => expect(storedMails(server)).toEqual([]));
  expect(smtp.mails).toHaveLength(0);
});
