import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { isIP } from "node:net";
import { join } from "node:path";
import { checkServerIdentity, connect, type TLSSocket } from "node:tls";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import type { Certificates } from "../../src/ops/tls/certificates.ts";
import type { Machine } from "../../src/ops/tls/machine.ts";
import type { Log } from "../../src/platform/log.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";

/** A machine whose names and addresses the test sets. */
export interface TestMachine extends Machine {
  name: string;
  at: string[];
}

export function createMachine(name = "box-7", at = ["192.168.50.7"]): TestMachine {
  return {
    name,
    at,
    hostName() {
      return this.name;
    },
    addresses() {
      return this.at;
    },
  };
}

/** Starts an empty server with HTTPS on a free port. */
export function startHttpsServer(options: ServerOptions = {}): Promise<TestServer> {
  const settings = { HTTPS_PORT: "0", ...options.settings };
  return startServer({ empty: true, machine: createMachine(), ...options, settings });
}

export function trustOf(server: TestServer): Certificates {
  const { certificates: trust } = server.appliance;
  if (trust === null) throw new Error("HTTPS is off");
  return trust;
}

/** A certificate file of the server. */
export function tlsFile(server: TestServer, name: string): string {
  return readFileSync(join(server.folder, "tls", name), "utf8");
}

export interface Reached {
  readonly status: number;
  readonly body: string;
  readonly certificate: X509Certificate;
  readonly protocol: string | null;
}

/**
 * Sends a request over TLS as a client that trusts only the server's CA and uses the host `name`. Rejects where the
 * client refuses the certificate.
 */
export function reach(
  server: TestServer,
  name = "localhost",
  options: RequestOptions = {},
): Promise<Reached> {
  const { httpsPort } = trustOf(server).status();
  const ca = options.ca ?? tlsFile(server, "ca.crt");
  return reachPort(httpsPort, name, { ...options, ca });
}

export function reachPort(port: number, name: string, options: RequestOptions): Promise<Reached> {
  return new Promise((done, failed) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: "/api/version",
        agent: false,
        ...(isIP(name) === 0 && { servername: name }),
        checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
        ...options,
      },
      async (response) => {
        const socket = response.socket as TLSSocket;
        const shown = socket.getPeerX509Certificate();
        const protocol = socket.getProtocol();
        let body = "";
        for await (const piece of response) body += piece;
        if (shown === undefined) throw new Error("no certificate was shown");
        // The peer certificate is gone after the socket's end.
        const certificate = new X509Certificate(shown.raw);
        done({ status: response.statusCode ?? 0, body, certificate, protocol });
      },
    );
    sent.on("error", failed);
    sent.end();
  });
}

/** The certificate that the server uses now, read by a client that ignores the clock; it is signed by the server's CA. */
export async function shownBy(server: TestServer): Promise<X509Certificate> {
  const { certificate } = await reach(server, "localhost", { rejectUnauthorized: false });
  const authority = new X509Certificate(tlsFile(server, "ca.crt"));
  if (!certificate.verify(authority.publicKey))
    throw new Error("the certificate is not signed by the server's CA");
  return certificate;
}

/** Opens a TLS connection that stays open: `ask()` sends a request on it and returns the response's first line. */
export async function openConnection(
  server: TestServer,
): Promise<{ socket: TLSSocket; ask(): Promise<string> }> {
  const { httpsPort: port } = trustOf(server).status();
  const socket = connect({ host: "127.0.0.1", port, servername: "localhost", ca: tlsFile(server, "ca.crt") });
  await once(socket, "secureConnect");
  onTestFinished(() => void socket.destroy());
  return {
    socket,
    async ask() {
      socket.write("GET /api/version HTTP/1.1\r\nHost: localhost\r\n\r\n");
      const [bytes] = await once(socket, "data");
      return String(bytes).split("\r\n")[0] ?? "";
    },
  };
}

/** A log and its parsed lines. */
export function createLog(): { log: Log; lines: { msg?: string; [name: string]: unknown }[] } {
  const lines: { msg?: string }[] = [];
  return {
    lines,
    log: pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  };
}
