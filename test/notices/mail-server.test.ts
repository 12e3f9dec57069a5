import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { type SmtpOptions, startSmtpServer } from "../harness/smtp-server.ts";
import { createLog } from "../trust/https-server.ts";
import { FROM, settingsFor, subscribe } from "./notice-server.ts";

const PATH = "/api/settings/mail-server";
const LOGIN = { user: "tallybox", password: "s3cret-of-the-mail-server" };

/** A server, and a mail server that is not set yet. */
async function start(options: SmtpOptions = {}) {
  const smtp = await startSmtpServer(options);
  const server = await startServer();
  const { admin } = server;
  await subscribe(server, "admin");
  const test = async (settings: object = {}) => {
    const saved = await admin.put(PATH, { ...settingsFor(smtp), ...settings });
    if (saved.status !== 200) throw new Error(saved.text);
    return (await admin.post(`${PATH}/test`)).body;
  };
  return { server, smtp, admin, test };
}

test("the test sends one e-mail to the caller's own address", async () => {
  const { smtp, test } = await start();
  const result = await test();
  expect(result).toEqual({ isDelivered: true, address: "admin@warehouse.example", problem: null });
  expect(smtp.mails).toMatchObject([{ from: FROM, to: "admin@warehouse.example", isEncrypted: false }]);
});

test.each(["startTls", "tls"] as const)(
  "with %s and a trusted certificate the password is sent encrypted only",
  async (security) => {
    const { smtp, test } = await start({ security, login: LOGIN });
    const settings = { host: "localhost", security, userName: LOGIN.user, password: LOGIN.password };
    expect(await test({ ...settings, ca: smtp.ca })).toMatchObject({ isDelivered: true });
    expect(smtp.mails).toMatchObject([{ isEncrypted: true, userName: LOGIN.user }]);
    // Without a check of the certificate it works too, with the password given again.
    const unchecked = { ...settings, ca: null, isCertificateChecked: false };
    expect(await test(unchecked)).toMatchObject({ isDelivered: true });
  },
);

test("a certificate that is not trusted, or is for another name, is refused before the password is sent", async () => {
  const { smtp, test } = await start({ security: "startTls", login: LOGIN, certificateFor: "mail.lan" });
  const settings = {
    host: "localhost",
    security: "startTls",
    userName: LOGIN.user,
    password: LOGIN.password,
  };
  const untrusted = await test(settings);
  expect(untrusted.problem).toBe(
    "The certificate of localhost is not trusted. Add its certificate authority.",
  );
  const wrongName = await test({ ...settings, ca: smtp.ca });
  expect(wrongName.problem).toBe("The certificate is for another name than localhost.");
  expect(smtp.commands).not.toContain("AUTH");
});

test("STARTTLS is required: where the server does not offer it, nothing is sent", async () => {
  const { smtp, test } = await start({ login: LOGIN });
  const result = await test({ security: "startTls", userName: LOGIN.user, password: LOGIN.password });
  expect(result.problem).toBe(
    `127.0.0.1 does not offer STARTTLS at port ${smtp.port}. Choose TLS, or another port.`,
  );
  expect(smtp.commands).not.toContain("AUTH");
  expect(smtp.commands).not.toContain("MAIL");
});

test("a port without TLS is named, where TLS is set", async () => {
  const { smtp, test } = await start();
  smtp.answers.set("greeting", "220 not TLS");
  const result = await test({ security: "tls" });
  expect(result.problem).toMatch(/does not begin with TLS|closed the connection/);
});

test("a wrong password, a server without a login, a refused sender and a refused recipient are told apart", async () => {
  const secure = await start({ security: "startTls", login: LOGIN });
  const wrong = await secure.test({
    ...{ host: "localhost", security: "startTls", ca: secure.smtp.ca },
    ...{ userName: LOGIN.user, password: "wrong" },
  });
  expect(wrong.problem).toBe("localhost refused the user name or password: 535 5.7.8 Authentication failed");
  const open = await start({ security: "startTls" });
  const none = await open.test({
    ...{ host: "localhost", security: "startTls", ca: open.smtp.ca },
    ...{ userName: LOGIN.user, password: LOGIN.password },
  });
  expect(none.problem).toBe("localhost offers no login. Remove the user name.");
  const { smtp, test } = await start();
  smtp.answers.set("MAIL", "550 no such sender");
  expect((await test()).problem).toBe("127.0.0.1 refused the sender address: 550 no such sender");
  smtp.answers.delete("MAIL");
  smtp.answers.set("RCPT", "550 5.1.1 no such person");
  expect((await test()).problem).toBe("127.0.0.1 refused the recipient: 550 5.1.1 no such person");
});

test("a closed port, an unknown name and a server of another kind are told apart", async () => {
  const { smtp, test } = await start();
  smtp.answers.set("greeting", "HTTP/1.1 400 Bad Request");
  expect((await test()).problem).toMatch(/is not a mail server|could not be used/);
  await smtp.stop();
  expect((await test()).problem).toBe(`127.0.0.1 refuses connections at port ${smtp.port}. Check the port.`);
  expect((await test({ host: "no-such-host.invalid" })).problem).toBe(
    "There is no server no-such-host.invalid. Check the name.",
  );
});

test("a server that accepts the e-mail and closes before its answer has not delivered it", async () => {
  const { smtp, test } = await start();
  smtp.answers.set("message", "drop");
  expect(await test()).toMatchObject({
    isDelivered: false,
    problem: "127.0.0.1 closed the connection without an answer.",
  });
});

test("without a mail server, and without an own address, there is no test", async () => {
  const { admin } = await startServer();
  const none = await admin.post(`${PATH}/test`);
  expect(none.status).toBe(400);
  expect(none.body.message).toBe("Save a mail server first.");
  await admin.put(PATH, { host: "mail.warehouse.example", fromAddress: FROM });
  const noAddress = await admin.post(`${PATH}/test`);
  expect(noAddress.status).toBe(400);
  expect(noAddress.body.message).toBe("Enter your own e-mail address first.");
});

test("the password is in no response, no log and no audit, and is entered again for another server", async () => {
  const { log, lines } = createLog();
  const { admin } = await startServer({ log });
  const settings = {
    ...{ host: "mail.warehouse.example", port: 587, security: "startTls", fromAddress: FROM },
    ...{ userName: LOGIN.user, password: LOGIN.password },
  };
  const saved = await admin.put(PATH, settings);
  expect(saved.body).toEqual({
    ...{ host: "mail.warehouse.example", port: 587, security: "startTls", fromAddress: FROM },
    ...{ userName: LOGIN.user, hasPassword: true, isCertificateChecked: true, ca: null },
  });
  const texts = [saved.text];
  for (const path of [PATH, "/api/audit", "/api/security-events", "/api/settings"])
    texts.push((await admin.get(path)).text);
  expect(JSON.stringify([texts, lines])).not.toContain(LOGIN.password);
  expect(texts[3]).toContain("tallybox @ mail.warehouse.example:587 (startTls)");
  // The name of the sender may change without the password; who gets the password may not.
  expect((await admin.put(PATH, { fromAddress: "stock@warehouse.example" })).body.hasPassword).toBe(true);
  for (const change of [
    { host: "mail.evil.example" },
    { port: 25 },
    { security: "tls" },
    { isCertificateChecked: false },
  ]) {
    const refused = await admin.put(PATH, change);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ path: "password" }]);
  }
  const removed = await admin.put(PATH, { userName: null });
  expect(removed.body).toMatchObject({ userName: null, hasPassword: false });
});

test.each([
  [{ host: "mail example" }, "host"],
  [{ host: "mail.example\r\nQUIT" }, "host"],
  [{ port: 0 }, "port"],
  [{ security: "maybe" }, "security"],
  [{ fromAddress: null }, "fromAddress"],
  [{ fromAddress: "Stock <stock@warehouse.example>" }, "fromAddress"],
  [{ security: "none", userName: "x", password: "y" }, "security"],
  [{ userName: "x" }, "password"],
  [{ ca: "not a certificate" }, "ca"],
])("%j is refused at %s", async (change, path) => {
  const { admin } = await startServer();
  const response = await admin.put(PATH, { host: "mail.warehouse.example", fromAddress: FROM, ...change });
  expect(response.status).toBe(400);
  expect(response.body.errors).toMatchObject([{ path }]);
});

test("of two Admins with the same version, one changes the mail server", async () => {
  const { admin } = await startServer();
  const tag = (await admin.get(PATH)).headers.get("etag") ?? "";
  const headers = { "if-match": tag };
  const settings = { host: "mail.warehouse.example", fromAddress: FROM };
  expect((await admin.put(PATH, settings, headers)).status).toBe(200);
  expect((await admin.put(PATH, { port: 25 }, headers)).status).toBe(412);
});
