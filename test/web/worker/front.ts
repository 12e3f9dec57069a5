import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Build } from "./builds.ts";

interface FrontOptions {
  /** Put on each request that goes on to the box. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What stands before a box on loopback: it gives the client from another folder than the box does, and passes on all else. */
export interface Front {
  readonly url: string;
  /** Gives this client from now on; the box calls itself by its version. */
  serve(build: Build): void;
  /** Answers nothing from now on, or again. */
  isSilent: boolean;
  /** The paths that were asked of the client since `serve`, and of its version, in their order. */
  readonly asked: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  "": "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
  wasm: "application/wasm",
};

/** Starts one, on a free port; it ends with the test. */
export async function aFront(box: string, { headers = {} }: FrontOptions = {}): Promise<Front> {
  let client: Build | null = null;
  const asked: string[] = [];
  const front = {
    url: "",
    isSilent: false,
    asked,
    serve(build: Build) {
      client = build;
      asked.length = 0;
    },
  };

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? "/";
    if (path === "/api/version" || !path.startsWith("/api")) asked.push(path);
    if (front.isSilent) incoming.socket.destroy();
    else if (client !== null && path === "/api/version") {
      outgoing.setHeader("Content-Type", "application/json");
      outgoing.end(JSON.stringify({ name: "tallybox", version: client.version, contractVersion: "1.0.43" }));
    } else if (client !== null && !/^\/(api|trust|ca)/.test(path)) give(client.folder, path, outgoing);
    else pass(incoming, outgoing);
  }
  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url } = incoming;
    const options = { method, headers: { ...incoming.headers, ...headers } };
    const onward = request(new URL(url ?? "/", box), options, (back) => {
      outgoing.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(outgoing);
    });
    onward.on("error", () => incoming.socket.destroy());
    incoming.pipe(onward);
  }

  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return front;
}

function give(folder: string, path: string, outgoing: ServerResponse): void {
  const name = path === "/" ? "index.html" : path.slice(1);
  const file = join(folder, name);
  if (!existsSync(file)) {
    outgoing.writeHead(404).end();
    return;
  }
  const type = TYPES[extname(path).slice(1)] ?? "application/octet-stream";
  outgoing.writeHead(200, { "Content-Type": type, "Cache-Control": "no-cache" }).end(readFileSync(file));
}
