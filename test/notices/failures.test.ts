import { expect, test } from "vitest";
import { fillDisk } from "../access/full-disk.ts";
import { eventually } from "../harness/eventually.ts";
import { collected, happen, mailsAt, startNoticeServer, storedMails, subscribe } from "./notice-server.ts";

const PATH = "/api/notices/mails";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AT_ONCE = { kinds: { printers: "atOnce" } } as const;

/** A server with one notice that the mail server does not take. */
async function startFailing(command = "RCPT", answer = "451 greylisted") {
  const started = await startNoticeServer();
  await subscribe(started.server, "admin", AT_ONCE);
  started.smtp.answers.set(command, answer);
  await happen(started.server);
  await eventually(() => expect(storedMails(started.server)).toMatchObject([{ attempts: 1 }]));
  return started;
}

test.each([
  ["does not greet", "greeting", "421 too busy"],
  ["drops the connection at once", "greeting", "drop"],
  ["drops it after DATA", "DATA", "drop"],
  ["closes before its answer to the e-mail", "message", "drop"],
  ["has no space now", "message", "452 insufficient storage"],
  ["does not know the recipient yet", "RCPT", "451 greylisted"],
])("a mail server that %s gets the e-mail again a minute later", async (_, command, answer) => {
  const { server, smtp, clock } = await startFailing(command, answer);
  expect(smtp.mails).toEqual([]);
  smtp.answers.delete(command);
  clock.advance(MINUTE_MS + 1000);
  await mailsAt(smtp, 1);
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "sent" }]));
});

test("pauses grow, and after three days an e-mail has failed, is shown with the reason and can be sent again", async () => {
  const { server, smtp, clock } = await startFailing();
  const pauses: number[] = [];
  const began = clock.now();
  const attempt = async (ms: number) => {
    const { attempts = 0 } = storedMails(server)[0] ?? {};
    clock.advance(ms);
    await eventually(() => expect(storedMails(server)[0]?.attempts).toBe(attempts + 1));
  };
  for (let i = 0; i < 4; i++) {
    const pause = Date.parse(storedMails(server)[0]?.dueDT ?? "") - clock.now();
    pauses.push(Math.round(pause / MINUTE_MS));
    await attempt(pause + 1000);
  }
  expect(pauses).toEqual([1, 5, 15, 30]);
  // Just before the end of the three days it is still tried.
  await attempt(began + 3 * DAY_MS - clock.now() - MINUTE_MS);
  clock.advance(2 * MINUTE_MS);
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "failed" }]));
  const { admin } = server;
  const { body } = await admin.get(PATH);
  expect(body).toMatchObject({ waiting: 0, failed: 1, failingSince: expect.any(String) });
  expect(body.mails).toMatchObject([
    {
      state: "failed",
      user: { fullName: "Ada Novak" },
      nextTryDT: null,
      problem: "127.0.0.1 refused the recipient: 451 greylisted",
    },
  ]);
  smtp.answers.clear();
  expect((await admin.put(`${PATH}/${body.mails[0].oid}/retry`)).status).toBe(204);
  await mailsAt(smtp, 1);
  await eventually(async () =>
    expect((await admin.get(PATH)).body).toEqual({ waiting: 0, failed: 0, failingSince: null, mails: [] }),
  );
});

test("a recipient who is refused for good fails at once, and holds up no other e-mail", async () => {
  const { server, smtp, admin } = await startFailing("RCPT", "550 5.1.1 no such person");
  expect(storedMails(server)).toMatchObject([{ state: "failed" }]);
  smtp.answers.clear();
  await happen(server);
  await mailsAt(smtp, 1);
  const { body } = await admin.get(PATH, { "accept-language": "de" });
  expect(body.mails[0].problem).toBe("127.0.0.1 hat den Empfänger abgelehnt: 550 5.1.1 no such person");
  expect((await admin.delete(`${PATH}/${body.mails[0].oid}`)).status).toBe(204);
  expect((await admin.delete(`${PATH}/${body.mails[0].oid}`)).status).toBe(404);
  expect((await admin.get(PATH)).body.failed).toBe(0);
});

test("while the mail server fails, it is tried with one e-mail only", async () => {
  const { server, smtp, clock } = await startFailing("greeting", "421 too busy");
  for (let i = 0; i < 5; i++) await happen(server);
  await collected(server);
  expect(storedMails(server).filter(({ attempts }) => attempts > 0).length).toBe(1);
  smtp.answers.clear();
  clock.advance(MINUTE_MS + 1000);
  await mailsAt(smtp, 6);
});

test("an e-mail that an Admin sends again does not wait for the end of the mail server's pause", async () => {
  const { server, smtp, admin } = await startPaused();
  const { body } = await admin.get(PATH);
  expect((await admin.put(`${PATH}/${body.mails[0].oid}/retry`)).status).toBe(204);
  await mailsAt(smtp, 1);
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "sent" }]));
});

test("a mail server that takes a test e-mail pauses no longer", async () => {
  const { server, smtp, admin } = await startPaused();
  expect((await admin.put("/api/me/notices", { email: "ada@example.com" })).status).toBe(200);
  expect((await admin.post("/api/settings/mail-server/test")).body).toMatchObject({ isDelivered: true });
  await happen(server);
  await mailsAt(smtp, 2);
});

/** A server whose mail server has failed and works again, during the pause after the failure. */
async function startPaused() {
  const started = await startFailing("greeting", "421 too busy");
  started.smtp.answers.clear();
  return started;
}

test.each([
  ["an accepted e-mail", "", { state: "sent", attempts: 1 }],
  ["a failed attempt", "452 insufficient storage", { state: "waiting", attempts: 2 }],
])("while the disk rejects the note of %s, nothing is sent, however long", async (_, answer, noted) => {
  const { server, smtp, clock } = await startFailing("message", "452 insufficient storage");
  if (answer === "") smtp.answers.clear();
  const disk = fillDisk(server);
  clock.advance(MINUTE_MS + 1000);
  await eventually(() => expect(smtp.attempts.length).toBe(2));
  await eventually(() => expect(disk.refused()).toBeGreaterThan(2));
  clock.advance(DAY_MS);
  const refused = disk.refused();
  await eventually(() => expect(disk.refused()).toBeGreaterThan(refused + 1));
  expect(smtp.attempts.length).toBe(2);
  if (answer !== "") smtp.answers.set("message", "hang");
  disk.empty();
  await eventually(() => expect(storedMails(server)).toMatchObject([noted]));
});

test("a server that stops while the disk rejects the note sends the e-mail again, with the same Message-ID", async () => {
  const { server, smtp, clock } = await startFailing("message", "452 insufficient storage");
  smtp.answers.clear();
  const disk = fillDisk(server);
  clock.advance(MINUTE_MS + 1000);
  await mailsAt(smtp, 1);
  await eventually(() => expect(disk.refused()).toBeGreaterThan(1));
  await server.restart();
  const [first, second] = await mailsAt(smtp, 2);
  expect(second?.headers["message-id"]).toBe(first?.headers["message-id"]);
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "sent" }]));
  expect(smtp.mails.length).toBe(2);
});

test("an e-mail of before a long stop, as in a restored backup, is not sent", async () => {
  const { server, smtp, clock } = await startFailing("greeting", "421 too busy");
  await server.halt();
  smtp.answers.clear();
  clock.advance(4 * DAY_MS);
  await server.restart();
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "failed" }]));
  expect(smtp.mails).toEqual([]);
  expect((await server.admin.get(PATH)).body.failed).toBe(1);
});

test("Admins see the failed e-mails of their own tenant only", async () => {
  const { server, smtp, admin } = await startNoticeServer();
  await subscribe(server, "admin2", AT_ONCE);
  smtp.answers.set("RCPT", "550 no such person");
  await happen(server, 2);
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "failed" }]));
  const [mail] = storedMails(server);
  expect((await admin.get(PATH)).body).toEqual({ waiting: 0, failed: 0, failingSince: null, mails: [] });
  expect((await admin.put(`${PATH}/${mail?.oid}/retry`)).status).toBe(404);
  expect((await admin.delete(`${PATH}/${mail?.oid}`)).status).toBe(404);
  const theirs = (await server.admin2.get(PATH)).body;
  expect(theirs).toMatchObject({ failed: 1, mails: [{ oid: mail?.oid }] });
});

test("the metrics count what waits and what has failed", async () => {
  const { server } = await startFailing("RCPT", "550 no such person");
  const { text } = await server.anonymous.get("/metrics");
  expect(text).toContain('tallybox_notice_mails{state="waiting"} 0');
  expect(text).toContain('tallybox_notice_mails{state="failed"} 1');
});
