import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { DeliveryFailure, failureOf, noLogin, tooSlow } from "./failures.ts";
import type { MailServer } from "./mail-server.ts";

/** An e-mail to one person. */
export interface OutgoingMail {
  /** Name of the sender; its address is the mail server's setting. */
  readonly fromName: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without angle brackets. */
  readonly messageId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const CONNECT_MS = 15_000;
const SILENCE_MS = 30_000;
/** The mail is delivered already: a server that does not answer to QUIT is left. */
const QUIT_MS = 2000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Delivers an e-mail to the mail server. Rejects with DeliveryFailure; then the server may have accepted it nevertheless, where the
 * connection ended between its acceptance and its answer. `signal` cancels.
 */
export async function deliver(
  server: MailServer,
  mail: OutgoingMail,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const message = await compose(server, mail);
  signal.throwIfAborted();
  const connection = new SMTPConnection(optionsOf(server));
  let timer: NodeJS.Timeout | undefined;
  let abort = () => {};
  const failed = new Promise<never>((_, reject) => {
    connection.on("error", reject);
    connection.on("end", () => reject(new DeliveryFailure(failureOf(CLOSED, server).text)));
    timer = setTimeout(() => reject(tooSlow(server.host)), timeoutMs);
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
  });
  try {
    await Promise.race([failed, converse(connection, server, mail, message)]);
    leave(connection);
  } catch (error) {
    connection.close();
    signal.throwIfAborted();
    throw failureOf(error, server);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    // Errors of the connection after the end have no listener otherwise.
    failed.catch(() => {});
  }
}

const CLOSED = Object.assign(new Error("the connection was closed"), { code: "ECONNECTION" });

async function converse(
  connection: SMTPConnection,
  { host, userName, password, fromAddress }: MailServer,
  { to }: OutgoingMail,
  message: Buffer,
): Promise<void> {
  await step((done) => connection.connect(done));
  if (userName !== null && password !== null) {
    if (!connection.allowsAuth) throw noLogin(host);
    await step((done) => connection.login({ user: userName, pass: password }, done));
  }
  await step((done) => connection.send({ from: fromAddress, to: [to.address] }, message, done));
}

function step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    begin((error) => (error ? reject(error) : resolve()));
  });
}

function leave(connection: SMTPConnection): void {
  connection.quit();
  setTimeout(() => connection.close(), QUIT_MS).unref();
}

function optionsOf({ host, port, security, isCertificateChecked, ca }: MailServer) {
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "startTls",
    ignoreTLS: security === "none",
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    socketCloseTimeout: 0,
    maxResponseSize: MAX_RESPONSE_BYTES,
    // Nothing of the conversation is logged: it has the password.
    logger: false,
    tls: { rejectUnauthorized: isCertificateChecked, ...(ca !== null && { ca }) },
  };
}

/** The bytes of the e-mail. The composer encodes names and the subject; a line end in them is a space. */
function compose({ fromAddress }: MailServer, mail: OutgoingMail): Promise<Buffer> {
  const { fromName, to, subject, text, html, messageId, at } = mail;
  const composer = new MailComposer({
    from: { name: oneLine(fromName), address: fromAddress },
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${messageId}>`,
    date: new Date(at),
    // Vacation replies and lists do not answer (RFC 3834 §5).
    headers: { "Auto-Submitted": "auto-generated" },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
