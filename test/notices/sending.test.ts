import { expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startSmtpServer } from "../harness/smtp-server.ts";
import {
  collected,
  happen,
  htmlOf,
  mailsAt,
  settingsFor,
  startNoticeServer,
  storedMails,
  subscribe,
  textOf,
} from "./notice-server.ts";

const HOUR_MS = 3_600_000;
const AT_ONCE = { kinds: { printers: "atOnce" } } as const;

test("a notice comes at once, in the person's language, with a link, and says where to change it", async () => {
  const { server, smtp } = await startNoticeServer();
  await subscribe(server, "admin", { ...AT_ONCE, language: "cs" });
  const printer = await happen(server);
  const [mail] = await mailsAt(smtp, 1);
  if (mail === undefined) throw new Error("no e-mail");
  expect(mail).toMatchObject({ from: "tallybox@warehouse.example", to: "admin@warehouse.example" });
  expect(mail.headers).toMatchObject({
    to: "Ada Novak <admin@warehouse.example>",
    "auto-submitted": "auto-generated",
    subject: expect.stringContaining(`Tiskárna ${printer} opět tiskne.`),
  });
  expect(textOf(mail)).toContain(`${server.url}/console#/printers`);
  expect(textOf(mail)).toContain("Upozornění");
  expect(htmlOf(mail)).toContain(
    `<a href="${server.url}/console#/printers">Tiskárna ${printer} opět tiskne.</a>`,
  );
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "sent", attempts: 0 }]));
});

test("a name with line ends and HTML adds no header and no element", async () => {
  const { server, smtp } = await startNoticeServer();
  await subscribe(server, "admin", AT_ONCE);
  await happen(server, 1, 'Z\r\nBcc: eva@evil.example\r\n\r\n<script>alert("1")</script>');
  const [mail] = await mailsAt(smtp, 1);
  if (mail === undefined) throw new Error("no e-mail");
  expect(Object.keys(mail.headers)).not.toContain("bcc");
  expect(mail.headers["subject"]).toContain("Z Bcc: eva@evil.example <script>");
  expect(htmlOf(mail)).toContain("&lt;script&gt;");
  expect(htmlOf(mail)).not.toContain("<script");
});

test("of a flood ten e-mails come at once, and the rest in one an hour later", async () => {
  const { server, smtp, clock } = await startNoticeServer();
  await subscribe(server, "admin", AT_ONCE);
  for (let i = 0; i < 45; i++) await happen(server);
  await collected(server);
  await mailsAt(smtp, 10);
  expect(storedMails(server).map(({ kind }) => kind)).toEqual([...Array(10).fill("single"), "overflow"]);
  clock.advance(HOUR_MS + 1000);
  const mails = await mailsAt(smtp, 11);
  expect(mails[10]?.headers["subject"]).toContain("35 notices");
  // It lists 20 of them.
  const text = textOf(mails[10] ?? fail());
  expect(text.match(/prints again/g)?.length).toBe(20);
  expect(text).toContain("and 15 more");
  // The hour is over, so the next one comes at once.
  await happen(server);
  await mailsAt(smtp, 12);
});

test("nobody gets what the roles do not permit, another tenant's notices, or anything once inactive", async () => {
  const { server, smtp, admin } = await startNoticeServer();
  for (const name of ["admin", "admin2", "user", "manager"]) await subscribe(server, name, AT_ONCE);
  await happen(server, 2);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail?.to).toBe("admin2@warehouse.example");
  const { body } = await admin.get("/api/users?q=manager");
  expect((await admin.put(`/api/users/${body[0].oid}`, { isActive: false })).status).toBe(200);
  await happen(server, 1);
  await mailsAt(smtp, 3);
  await collected(server);
  expect(
    smtp.mails
      .slice(1)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(["admin@warehouse.example", "user@warehouse.example"]);
  const refused = await server.user.put("/api/me/notices", {
    kinds: [{ kind: "approvals", mode: "atOnce" }],
  });
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0].path).toBe("kinds.0.kind");
});

test("an e-mail that waits is not sent to a person who was deactivated, or no longer wants it", async () => {
  const { server, smtp, admin } = await startNoticeServer();
  await subscribe(server, "admin", AT_ONCE);
  await subscribe(server, "manager", AT_ONCE);
  smtp.answers.set("greeting", "421 not now");
  await happen(server);
  await eventually(() => expect(storedMails(server).some(({ attempts }) => attempts > 0)).toBe(true));
  const { body } = await admin.get("/api/users?q=manager");
  await admin.put(`/api/users/${body[0].oid}`, { isActive: false });
  await subscribe(server, "admin", { kinds: { printers: "off" } });
  smtp.answers.delete("greeting");
  // Saving the mail server again tries at once.
  await admin.put("/api/settings/mail-server", { fromAddress: "other@warehouse.example" });
  await eventually(() => expect(storedMails(server)).toEqual([]));
  expect(smtp.mails).toEqual([]);
});

test("without a mail server nothing is stored, and setting one sends nothing old", async () => {
  const { server, smtp, admin } = await startNoticeServer();
  await subscribe(server, "admin", AT_ONCE);
  expect((await admin.put("/api/settings/mail-server", { host: null })).body.host).toBeNull();
  await happen(server);
  expect(storedMails(server)).toEqual([]);
  await admin.put("/api/settings/mail-server", settingsFor(smtp));
  const printer = await happen(server);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail?.headers["subject"]).toContain(printer);
  expect(storedMails(server).length).toBe(1);
});

test("a notice of before a stop is sent after the start, and one that was sent is not sent again", async () => {
  const { server, smtp } = await startNoticeServer();
  await subscribe(server, "admin", AT_ONCE);
  await happen(server);
  await mailsAt(smtp, 1);
  smtp.answers.set("message", "hang");
  await happen(server);
  await eventually(() => expect(smtp.attempts.length).toBe(2));
  await server.restart();
  smtp.answers.delete("message");
  const mails = await mailsAt(smtp, 2);
  await eventually(() => expect(storedMails(server).map(({ state }) => state)).toEqual(["sent", "sent"]));
  expect(smtp.attempts.length).toBe(3);
  // The mail server may have accepted the first attempt: both have one Message-ID.
  expect(smtp.attempts[1]?.headers["message-id"]).toBe(mails[1]?.headers["message-id"]);
  expect(mails[1]?.headers["message-id"]).not.toBe(mails[0]?.headers["message-id"]);
});

test("a mail server that hangs holds up no request, no new notice and no stop", async () => {
  const { server, smtp, admin } = await startNoticeServer();
  await subscribe(server, "admin", AT_ONCE);
  smtp.answers.set("greeting", "hang");
  await happen(server);
  await eventually(() => expect(smtp.connections()).toBe(1));
  await happen(server);
  await collected(server);
  expect((await admin.get("/api/me/notices")).status).toBe(200);
  await server.restart();
  smtp.answers.delete("greeting");
  await mailsAt(smtp, 2);
});

test("a second mail server takes over what waits", async () => {
  const { server, smtp, admin } = await startNoticeServer();
  await subscribe(server, "admin", AT_ONCE);
  await smtp.stop();
  await happen(server);
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "waiting", attempts: 1 }]));
  const other = await startSmtpServer();
  await admin.put("/api/settings/mail-server", { port: other.port });
  await mailsAt(other, 1);
});

const fail = (): never => {
  throw new Error("no e-mail");
};
