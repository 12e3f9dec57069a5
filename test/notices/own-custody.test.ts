import { expect, test } from "vitest";
import { recordOverdue } from "../../src/custody/overdue.ts";
import { eventually } from "../harness/eventually.ts";
import type { TestServer } from "../harness/server.ts";
import { collected, mailsAt, startNoticeServer, storedMails, subscribe, textOf } from "./notice-server.ts";

// Who has an article that is overdue gets an e-mail.

const HOUR_MS = 3_600_000;
const LATE = { settings: { SITE_TIME_ZONE: "Europe/Prague" }, at: "2026-11-30T22:30:00Z" };

/** Hands articles out to users, due today. Returns the ids of the custodies. */
async function handOut(server: TestServer, ...users: number[]): Promise<readonly number[]> {
  const client = server.user;
  const oids: number[] = [];
  for (const [index, userId] of users.entries()) {
    const handed = { articleId: 10 + index, userId, dueDate: "2026-11-30" };
    oids.push((await client.post("/api/custodies", handed)).body.oid);
  }
  return oids;
}

async function findOverdue(server: TestServer): Promise<number> {
  const { storage, config } = server.appliance.dependencies;
  return await storage.write(null, (tx) => recordOverdue(tx, config.timeZone, 50));
}

test("the person gets one e-mail the next morning, in the own words; a Manager that of the others", async () => {
  const { server, smtp, clock } = await startNoticeServer(LATE);
  await subscribe(server, "user", { language: "de" });
  await subscribe(server, "manager");
  await handOut(server, 3, 2, 4);
  clock.advance(HOUR_MS);
  expect(await findOverdue(server)).toBe(3);
  expect(await findOverdue(server)).toBe(0);
  await collected(server);
  // User 4 has no address.
  expect(storedMails(server).map(({ userId, kind }) => [userId, kind])).toEqual([
    [2, "digest"],
    [3, "digest"],
  ]);
  clock.advance(7 * HOUR_MS);
  const mails = await mailsAt(smtp, 2);
  const to = (name: string) => {
    const mail = mails.find((one) => one.to === `${name}@warehouse.example`);
    return mail === undefined ? "" : textOf(mail);
  };
  const { body: article } = await server.user.get("/api/articles/10");
  expect(to("user")).toContain(`Bitte bringen Sie ${article.name} zurück`);
  expect(to("user")).toContain(`${server.url}/console#/articles/10`);
  expect(to("user")).not.toContain("Max Dvorak");
  expect(to("manager")).toContain("What I have");
  expect(to("manager").match(/Bring back/g)).toHaveLength(1);
  expect(to("manager").match(/was to bring back/g)).toHaveLength(2);
  expect(to("manager")).not.toContain("Max Dvorak");
});

test("nothing comes where the article was brought back before, or the kind is off; it comes at once if chosen", async () => {
  const { server, smtp, clock } = await startNoticeServer(LATE);
  await subscribe(server, "user");
  await subscribe(server, "both", { kinds: { ownCustody: "off", custody: "off" } });
  await subscribe(server, "manager", { kinds: { ownCustody: "atOnce", custody: "off" } });
  const [first] = await handOut(server, 3, 4, 2);
  clock.advance(HOUR_MS);
  await findOverdue(server);
  await collected(server);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail?.to).toBe("manager@warehouse.example");
  expect((await server.user.put(`/api/custodies/${first}/end`, {})).status).toBe(200);
  clock.advance(7 * HOUR_MS);
  await eventually(() => expect(storedMails(server).map(({ state }) => state)).toEqual(["sent"]));
  expect(smtp.mails).toHaveLength(1);
});
