import type { NodemailerError } from "nodemailer";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { englishText, type Message, msg } from "../../domain/message.ts";
import { asError } from "../../platform/error-code.ts";
import { oneLine } from "../../platform/one-line.ts";
import type { MailServer } from "./mail-server.ts";

const SERVER_FAILS = { isPermanent: false, isOfServer: true };

/**
 * A mail was not delivered. `isPermanent`: the mail server refuses this mail or its recipient for good. Otherwise a later attempt
 * may succeed. `isOfServer`: other mails would fail as well.
 */
export class DeliveryFailure extends Error {
  readonly text: Message;
  readonly isPermanent: boolean;
  readonly isOfServer: boolean;

  constructor(
    text: Message,
    options: { readonly isPermanent: boolean; readonly isOfServer: boolean } = SERVER_FAILS,
  ) {
    super(englishText(text));
    const { isPermanent, isOfServer } = options;
    this.name = "DeliveryFailure";
    this.text = text;
    this.isPermanent = isPermanent;
    this.isOfServer = isOfServer;
  }
}

/** The time for the mail server is over. */
const tooSlow = (host: string) => new DeliveryFailure(msg("{host} did not answer in time.", { host }));

/** The mail server offers no login, but a user name is set. */
const noLogin = (host: string) =>
  new DeliveryFailure(msg("{host} offers no login. Remove the user name.", { host }));

type Failed = NodemailerError & { readonly code?: string };

/** The failure in plain words. */
export function failureOf(error: unknown, server: MailServer): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  const failed: Failed = asError(error);
  const { code = "", originalCode = "", responseCode = 0 } = failed;
  const { host, port } = server;
  const text =
    certificateProblem(failed, host) ??
    connectionProblem(code, originalCode, failed, server) ??
    (responseCode === 421 ? msg("{host} is not available now: {response}", said(failed, host)) : null);
  if (text !== null) return new DeliveryFailure(text);
  if (code === "EAUTH")
    return new DeliveryFailure(
      msg("{host} refused the user name or password: {response}", said(failed, host)),
    );
  if (code === "EENVELOPE" || code === "EMESSAGE") return refusalOf(failed, host);
  return new DeliveryFailure(
    msg("{host}:{port} could not be used: {response}", {
      ...said(failed, host),
      port: String(port),
    }),
  );
}

/** A mail that the server refuses: for good (RFC 5321 §4.2.1, 5yz), or now. A refused sender fails each mail. */
function refusalOf(failed: Failed, host: string): DeliveryFailure {
  const { command, permanent = false } = failed;
  if (command === "MAIL FROM")
    return new DeliveryFailure(msg("{host} refused the sender address: {response}", said(failed, host)));
  const text =
    command === "RCPT TO"
      ? msg("{host} refused the recipient: {response}", said(failed, host))
      : msg("{host} refused the e-mail: {response}", said(failed, host));
  return new DeliveryFailure(text, { isPermanent: permanent, isOfServer: false });
}

const UNTRUSTED =
  /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED|self-signed certificate|unable to (verify|get)/;

function certificateProblem({ originalCode = "", message }: Failed, host: string): Message | null {
  const about = `${originalCode} ${message}`;
  if (UNTRUSTED.test(about))
    return msg("The certificate of {host} is not trusted. Add its certificate authority.", { host });
  if (/CERT_HAS_EXPIRED|certificate has expired/.test(about))
    return msg("The certificate of {host} has expired.", { host });
  if (/ALTNAME_INVALID|does not match certificate/.test(about))
    return msg("The certificate is for another name than {host}.", { host });
  return null;
}

function connectionProblem(
  code: string,
  original: string,
  { command, responseCode = 0, timeoutType, message }: Failed,
  { host, port: number, security }: MailServer,
): Message | null {
  const port = String(number);
  if (code === "EDNS") return msg("There is no server {host}. Check the name.", { host });
  if (original === "ECONNREFUSED")
    return msg("{host} refuses connections at port {port}. Check the port.", { host, port });
  if (["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"].includes(original))
    return msg("{host} can't be reached from this server's network.", { host });
  if (["EPERM", "EACCES"].includes(original))
    return msg(
      "This server may not connect to {host}: its service permits private networks only (see the documentation of notices).",
      { host },
    );
  if (code === "ETIMEDOUT")
    return timeoutType === "CONNECT_TIMEOUT"
      ? msg("{host} did not accept a connection at port {port} in time. Check name, port and firewall.", {
          host,
          port,
        })
      : tooSlow(host).text;
  if (command === "STARTTLS" || (security === "startTls" && command === "EHLO" && responseCode >= 500))
    return msg("{host} does not offer STARTTLS at port {port}. Choose TLS, or another port.", { host, port });
  if (/wrong version number|packet length too long|ERR_SSL/i.test(`${original} ${message}`))
    return msg("{host} does not begin with TLS at port {port}. Choose STARTTLS, or another port.", {
      host,
      port,
    });
  if (code === "EPROTOCOL" && responseCode === 0)
    return msg("The server at {host}:{port} is not a mail server.", { host, port });
  if (code === "ECONNECTION" && responseCode === 0)
    return msg("{host} closed the connection without an answer.", { host });
  return null;
}

const MAX_RESPONSE = 200;

/** What the mail server said: one line without control characters. */
function said({ response, message }: Failed, host: string) {
  return {
    host,
    response: Array.from(oneLine(response ?? message))
      .slice(0, MAX_RESPONSE)
      .join(""),
  };
}

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
