import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { DomainError } from "../../domain/errors.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import type { PrinterType } from "../../printing/languages/printer-types.ts";
import { drawLabel } from "../../printing/preview/draw.ts";
import { pngOf } from "../../printing/raster/bitmap.ts";
import { ADDRESS, listenAt, portsToTry } from "./listener.ts";
import { FAULT_CONTROLS, type PagePrinter, pageState } from "./page-state.ts";
import type { VirtualPrinter } from "./printer.ts";
import { rasterOf } from "./raster-labels.ts";

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

interface PageResponse {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

const NOT_FOUND: PageResponse = { status: 404 };
const DONE: PageResponse = { status: 204 };

/**
 * Starts the page with the printers, their labels and buttons for faults. It listens on loopback, at `preferred` or at
 * another port where that is in use or absent, until the process ends.
 */
export async function startLabelPage(printers: readonly PagePrinter[], preferred?: number) {
  const files = new Map(
    FILES.map(([path, name, type]) => [path as string, { status: 200, type, body: readPageFile(name) }]),
  );
  for (const port of portsToTry(preferred)) {
    const hosts = [`${ADDRESS}:${port}`, `localhost:${port}`];
    const server = createServer((request, response) => {
      // Another site must not read the labels through a host name that resolves to this address (DNS rebinding).
      const isOwnHost = hosts.includes(request.headers.host ?? "");
      const pageResponse = isOwnHost ? respondTo(request, printers, files) : Promise.resolve({ status: 403 });
      pageResponse.then(
        (each) => send(response, each),
        (error: unknown) => send(response, { status: 500, type: "text/plain", body: String(error) }),
      );
    });
    if (await listenAt(server, port)) return { url: `http://${ADDRESS}:${port}`, port };
  }
  throw new Error("no free port found");
}

function readPageFile(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, "page", name));
}

async function respondTo(
  request: IncomingMessage,
  printers: readonly PagePrinter[],
  files: ReadonlyMap<string, PageResponse>,
): Promise<PageResponse> {
  const { method = "", url: path = "" } = request;
  // Another site can send neither method without a preflight request, which gets no permission.
  const isCommand = method === "PUT" || method === "DELETE";
  if (method === "DELETE" && path === "/labels") return clear(printers);
  if (path === "/state")
    return { status: 200, type: "application/json", body: JSON.stringify(pageState(printers)) };
  const [, oid, resource, name = ""] = /^\/printers\/(\d+)\/(faults|labels)\/(\w+)$/.exec(path) ?? [];
  const printer = printers.find((each) => each.oid === Number(oid))?.printer;
  if (printer && resource === "faults" && isCommand) return setFault(printer, name, method === "PUT");
  return printer && resource === "labels" ? picture(printer, Number(name)) : (files.get(path) ?? NOT_FOUND);
}

function clear(printers: readonly PagePrinter[]): PageResponse {
  for (const { printer } of printers) printer.clear();
  return DONE;
}

async function setFault(printer: VirtualPrinter, name: string, isOn: boolean): Promise<PageResponse> {
  const found = FAULT_CONTROLS.get(name);
  if (found === undefined) return NOT_FOUND;
  await found.set(printer, isOn);
  return DONE;
}

async function picture(printer: VirtualPrinter, number: number): Promise<PageResponse> {
  const label = printer.labels.find((each) => each.number === number);
  const body = label === undefined ? null : await pictureOf(printer.language, label.bytes);
  return body === null ? NOT_FOUND : { status: 200, type: "image/png", body };
}

function send(response: ServerResponse, { status, type, body }: PageResponse): void {
  response.writeHead(status, { ...HEADERS, ...(type ? { "Content-Type": type } : {}) }).end(body);
}

const MAX_WAITING = 200;
// The server draws previews with the same worker: one label at a time leaves room for them.
const limitDrawing = concurrencyLimit(1, MAX_WAITING);
const pictures = new WeakMap<Buffer, Promise<Uint8Array | null>>();

/** The label as PNG, drawn once; null where it can't be drawn. */
function pictureOf(language: PrinterType, bytes: Buffer): Promise<Uint8Array | null> {
  const picture = pictures.get(bytes) ?? draw(language, bytes);
  pictures.set(bytes, picture);
  return picture;
}

async function draw(language: PrinterType, bytes: Buffer): Promise<Uint8Array | null> {
  const raster = rasterOf(language, bytes);
  if (raster !== null) return pngOf(raster);
  try {
    const { contentType, data } = await limitDrawing(() => drawLabel(language, bytes));
    return contentType === "image/png" ? data : null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
