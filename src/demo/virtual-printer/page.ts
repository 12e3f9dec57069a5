import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { ADDRESS, listenAt, portsToTry } from "./listening.ts";
import { pictureOf } from "./pictures.ts";
import type { VirtualPrinter } from "./printer.ts";
import { type ShownPrinter, shownState } from "./shown.ts";
import { SWITCHES } from "./switches.ts";

const FILES = [
  ["/", "index.html", "text/html; charset=utf-8"],
  ["/labels.css", "labels.css", "text/css; charset=utf-8"],
  ["/labels.js", "labels.js", "text/javascript; charset=utf-8"],
] as const;

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
  "X-Content-Type-Options": "nosniff",
};

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

const NOT_FOUND: Reply = { status: 404 };
const DONE: Reply = { status: 204 };

/** The page as it listens. */
export interface LabelPage {
  readonly url: string;
  readonly port: number;
}

/**
 * Starts the page that shows the printers and their labels and lets a person jam them: on loopback, at `wanted` or at
 * another port where that is taken or absent. It lives as long as the process.
 */
export async function startLabelPage(printers: readonly ShownPrinter[], wanted?: number): Promise<LabelPage> {
  const files = new Map(
    FILES.map(([path, name, type]) => [path as string, { status: 200, type, body: read(name) }]),
  );
  for (const port of portsToTry(wanted)) {
    const hosts = [`${ADDRESS}:${port}`, `localhost:${port}`];
    const server = createServer((request, response) => {
      // A page elsewhere must not read the labels under a name of its own that leads here.
      const isOurs = hosts.includes(request.headers.host ?? "");
      const reply = isOurs ? replyTo(request, printers, files) : Promise.resolve({ status: 403 });
      reply.then(
        (each) => send(response, each),
        (error: unknown) => send(response, { status: 500, type: "text/plain", body: String(error) }),
      );
    });
    if (await listenAt(server, port)) return { url: `http://${ADDRESS}:${port}`, port };
  }
  throw new Error("no free port found");
}

function read(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, "page", name));
}

async function replyTo(
  request: IncomingMessage,
  printers: readonly ShownPrinter[],
  files: ReadonlyMap<string, Reply>,
): Promise<Reply> {
  const { method = "", url: path = "" } = request;
  // Another page's script or form can send neither without asking first, which is not answered.
  const isOrder = method === "PUT" || method === "DELETE";
  if (method === "DELETE" && path === "/labels") return clear(printers);
  if (path === "/state")
    return { status: 200, type: "application/json", body: JSON.stringify(shownState(printers)) };
  const [, oid, what, name = ""] = /^\/printers\/(\d+)\/(switches|labels)\/(\w+)$/.exec(path) ?? [];
  const printer = printers.find((each) => each.oid === Number(oid))?.printer;
  if (printer && what === "switches" && isOrder) return turn(printer, name, method === "PUT");
  return printer && what === "labels" ? picture(printer, Number(name)) : (files.get(path) ?? NOT_FOUND);
}

function clear(printers: readonly ShownPrinter[]): Reply {
  for (const { printer } of printers) printer.clear();
  return DONE;
}

async function turn(printer: VirtualPrinter, name: string, isOn: boolean): Promise<Reply> {
  const found = SWITCHES.get(name);
  if (found === undefined) return NOT_FOUND;
  await found.turn(printer, isOn);
  return DONE;
}

async function picture(printer: VirtualPrinter, number: number): Promise<Reply> {
  const label = printer.labels.find((each) => each.number === number);
  const body = label === undefined ? null : await pictureOf(printer.language, label.bytes);
  return body === null ? NOT_FOUND : { status: 200, type: "image/png", body };
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { ...HEADERS, ...(type ? { "Content-Type": type } : {}) }).end(body);
}
