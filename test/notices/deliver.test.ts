import { expect, test } from "vitest";
import { deliver, type OutgoingMail } from "../../src/notices/smtp/deliver.ts";
import type { MailServer } from "../../src/notices/smtp/mail-server.ts";
import { eventually } from "../harness/eventually.ts";
import { type SmtpOptions, startSmtpServer } from "../harness/smtp-server.ts";

const MAIL: OutgoingMail = {
  fromName: "Sklad Žižkov",
  to: { name: "Jana Nováková", address: "jana@warehouse.example" },
  subject: "Čekají žádosti",
  text: "Text\n.\nof the e-mail",
  html: "<p>Text</p>",
  messageId: "1@warehouse.example",
  at: Date.parse("2026-12-01T07:00:00Z"),
};
const never = new AbortController().signal;

async function start(options: SmtpOptions = {}) {
  const smtp = await startSmtpServer(options);
  const server: MailServer = {
    ...{ host: "127.0.0.1", port: smtp.port, security: options.security ?? "none", ca: smtp.ca },
    ...{ userName: null, password: null, fromAddress: "stock@warehouse.example", isCertificateChecked: true },
  };
  return { smtp, server };
}

test.each(["greeting", "EHLO", "MAIL", "RCPT", "DATA", "message"])(
  "a mail server that hangs at %s is left when the time is over",
  async (command) => {
    const { smtp, server } = await start();
    smtp.answers.set(command, "hang");
    await expect(deliver(server, MAIL, 200, never)).rejects.toMatchObject({
      text: { source: "{host} did not answer in time." },
      isPermanent: false,
      isOfServer: true,
    });
    await eventually(() => expect(smtp.connections()).toBe(0));
  },
);

test("a mail server that sends a line now and then holds the connection no longer", async () => {
  const { smtp, server } = await start();
  smtp.answers.set("greeting", "220-wait\r\n220-wait\r\n220-wait");
  await expect(deliver(server, MAIL, 300, never)).rejects.toMatchObject({ isOfServer: true });
});

test("a TLS handshake that the mail server does not answer is left too", async () => {
  const { smtp, server } = await start();
  smtp.answers.set("greeting", "hang");
  await expect(deliver({ ...server, security: "tls" }, MAIL, 200, never)).rejects.toMatchObject({
    isOfServer: true,
  });
});

test("a stop cancels a delivery at once", async () => {
  const { smtp, server } = await start();
  smtp.answers.set("message", "hang");
  const stopping = new AbortController();
  const delivery = deliver(server, MAIL, 60_000, stopping.signal);
  await eventually(() => expect(smtp.attempts.length).toBe(1));
  stopping.abort(new Error("the server stops"));
  await expect(delivery).rejects.toThrow("the server stops");
  await eventually(() => expect(smtp.connections()).toBe(0));
});

test("letters of all languages and lines of a dot arrive as they are", async () => {
  const { smtp, server } = await start();
  await deliver(server, MAIL, 5000, never);
  const [mail] = smtp.mails;
  expect(mail?.headers).toMatchObject({
    from: "Sklad Žižkov <stock@warehouse.example>",
    to: "Jana Nováková <jana@warehouse.example>",
    subject: "Čekají žádosti",
    "message-id": "<1@warehouse.example>",
  });
  expect(mail?.data).toContain("\r\n..\r\nof the e-mail");
});

test("a mail server whose QUIT hangs has delivered the e-mail", async () => {
  const { smtp, server } = await start();
  smtp.answers.set("QUIT", "hang");
  await deliver(server, MAIL, 5000, never);
  expect(smtp.mails.length).toBe(1);
});

test("an answer without an end is not read for ever", async () => {
  const { smtp, server } = await start();
  smtp.answers.set("greeting", `220-${"x".repeat(200_000)}`);
  await expect(deliver(server, MAIL, 5000, never)).rejects.toMatchObject({ isPermanent: false });
});
