import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { issueServerCertificate, makeAuthority } from "../../src/ops/tls/issue.ts";

// A mail server for tests, which fails in the ways of real ones (RFC 5321).

/** An e-mail that the server has got; accepted or not. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and bodies as sent. */
  readonly data: string;
  /** Unfolded headers by their small names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isEncrypted: boolean;
  readonly userName: string | null;
}

/** What the server does instead of its usual answer. `hang`: nothing; `drop`: it closes the connection. */
export type Answer = string | "hang" | "drop";

export interface SmtpOptions {
  readonly security?: "none" | "startTls" | "tls";
  readonly login?: { readonly user: string; readonly password: string };
  /** The name in the certificate. Default: localhost. */
  readonly certificateFor?: string;
}

export interface SmtpServer {
  readonly port: number;
  /** The certificate of its authority, PEM. */
  readonly ca: string;
  readonly mails: ReceivedMail[];
  /** E-mails of which the server has got all, accepted or not. */
  readonly attempts: ReceivedMail[];
  /** Answers by command (`greeting`, `EHLO`, `MAIL`, `RCPT`, `DATA`, `message`, …), until they are deleted. */
  readonly answers: Map<string, Answer>;
  readonly commands: string[];
  readonly connections: () => number;
  stop(): Promise<void>;
}

/** Starts a mail server on loopback. It stops when the test ends. */
export async function startSmtpServer(options: SmtpOptions = {}): Promise<SmtpServer> {
  const { security = "none" } = options;
  const { context, ca } = await makeContext(options.certificateFor ?? "localhost");
  const sockets = new Set<Socket>();
  const state = {
    ...({ mails: [], attempts: [], commands: [] } as Pick<SmtpServer, "mails" | "attempts" | "commands">),
    answers: new Map<string, Answer>(),
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    const stream = security === "tls" ? secured(socket, context) : socket;
    new Conversation(stream, options, context, state).begin();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, "close");
  };
  onTestFinished(stop);
  return { ...state, port: address.port, ca, connections: () => sockets.size, stop };
}

async function makeContext(name: string): Promise<{ context: SecureContext; ca: string }> {
  const ca = await makeAuthority("mail.site.example.com", Date.now());
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const authority = { certificate: ca.certificate, key: createPrivateKey(ca.key) };
  const names = { hosts: [name], addresses: [] };
  const cert = await issueServerCertificate(authority, privateKey, names, Date.now());
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  return { context: createSecureContext({ cert, key }), ca: ca.certificate.toString() };
}

const secured = (socket: Socket, secureContext: SecureContext) =>
  new TLSSocket(socket, { isServer: true, secureContext }).on("error", () => {});

type State = Pick<SmtpServer, "mails" | "attempts" | "answers" | "commands">;

class Conversation {
  #stream: Socket;
  readonly #options: SmtpOptions;
  readonly #context: SecureContext;
  readonly #state: State;
  #text = "";
  #from = "";
  #to = "";
  #isInData = false;
  #userName: string | null = null;

  constructor(stream: Socket, options: SmtpOptions, context: SecureContext, state: State) {
    this.#stream = stream;
    this.#options = options;
    this.#context = context;
    this.#state = state;
  }

  begin(): void {
    this.#listen();
    this.#answer("greeting", "220 mail ready");
  }

  #listen(): void {
    this.#stream.setEncoding("utf8").on("data", (chunk: string) => {
      this.#text += chunk;
      this.#read();
    });
  }

  #read(): void {
    for (;;) {
      const end = this.#text.indexOf(this.#isInData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const piece = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + (this.#isInData ? 5 : 2));
      if (this.#isInData) this.#takeMessage(piece);
      else this.#take(piece);
    }
  }

  #take(line: string): void {
    const [verb = ""] = line.toUpperCase().split(/[ :]/);
    this.#state.commands.push(verb);
    if (verb === "EHLO") this.#answer("EHLO", this.#extensions());
    else if (verb === "STARTTLS") this.#startTls();
    else if (verb === "AUTH") this.#logIn(line);
    else if (verb === "MAIL") {
      this.#from = /<(.*?)>/.exec(line)?.[1] ?? "";
      this.#answer("MAIL", "250 ok");
    } else if (verb === "RCPT") {
      this.#to = /<(.*?)>/.exec(line)?.[1] ?? "";
      this.#answer("RCPT", "250 ok");
    } else if (verb === "DATA") {
      this.#isInData = this.#answer("DATA", "354 go on");
    } else if (verb === "QUIT") this.#stream.end("221 bye\r\n");
    else this.#answer(verb, "250 ok");
  }

  #extensions(): string {
    const { security = "none", login } = this.#options;
    const isOpen = security === "startTls" && !(this.#stream instanceof TLSSocket);
    const offers = [...(isOpen ? ["STARTTLS"] : login ? ["AUTH PLAIN"] : []), "8BITMIME"];
    return ["mail", ...offers].map((offer, i) => `250${i < offers.length ? "-" : " "}${offer}`).join("\r\n");
  }

  #startTls(): void {
    if (this.#options.security !== "startTls") this.#answer("STARTTLS", "502 not implemented");
    else if (this.#answer("STARTTLS", "220 go on")) {
      this.#stream.removeAllListeners("data");
      this.#stream = secured(this.#stream, this.#context);
      this.#listen();
    }
  }

  #logIn(line: string): void {
    const [, user = "", password] = Buffer.from(line.split(" ")[2] ?? "", "base64")
      .toString()
      .split("\0");
    const { login } = this.#options;
    const isRight = login?.user === user && login.password === password;
    if (isRight) this.#userName = user;
    this.#answer("AUTH", isRight ? "235 welcome" : "535 5.7.8 Authentication failed");
  }

  #takeMessage(data: string): void {
    this.#isInData = false;
    const isEncrypted = this.#stream instanceof TLSSocket;
    const [from, to, userName] = [this.#from, this.#to, this.#userName];
    const mail = { from, to, data, headers: headersOf(data), isEncrypted, userName };
    this.#state.attempts.push(mail);
    if (this.#answer("message", "250 accepted")) this.#state.mails.push(mail);
  }

  /** Sends the usual answer, or what the test wants instead. Returns whether it is the usual one. */
  #answer(command: string, usual: string): boolean {
    const answer = this.#state.answers.get(command) ?? usual;
    if (answer === "drop") this.#stream.destroy();
    else if (answer !== "hang") this.#stream.write(`${answer}\r\n`);
    return answer === usual;
  }
}

function headersOf(data: string): Record<string, string> {
  const [head = ""] = data.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name.toLowerCase(), decodeWords(value.join(": "))];
    }),
  );
}

/** Decodes the encoded words of a header (RFC 2047). */
function decodeWords(text: string): string {
  const joined = text.replaceAll(/\?=\s+=\?/g, "?==?");
  return joined.replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, form: string, content: string) =>
    form.toLowerCase() === "b"
      ? Buffer.from(content, "base64").toString()
      : Buffer.from(
          content
            .replaceAll("_", " ")
            .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          "latin1",
        ).toString(),
  );
}
