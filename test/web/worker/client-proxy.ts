import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Build } from "./builds.ts";

interface ProxyOptions {
  /** Added to each request that the proxy passes on to the server. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A reverse proxy on loopback that serves the client from another folder than the server, and passes on all other requests. */
export interface ClientProxy {
  readonly url: string;
  /** Serves this build from now on, and reports its version as the server's. */
  serve(build: Build): void;
  /** While true, connections are closed without a response. */
  isSilent: boolean;
  /** The requested paths of the client and of its version since `serve`, in their order. */
  readonly requestedPaths: readonly string[];
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

/** Starts a proxy on a free port. It ends with the test. */
export async function startClientProxy(
  serverUrl: string,
  { headers = {} }: ProxyOptions = {},
): Promise<ClientProxy> {
  let client: Build | null = null;
  const requestedPaths: string[] = [];
  const proxy = {
    url: "",
    isSilent: false,
    requestedPaths,
    serve(build: Build) {
      client = build;
      requestedPaths.length = 0;
    },
  };

  function respond(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? "/";
    if (path === "/api/version" || !path.startsWith("/api")) requestedPaths.push(path);
    if (proxy.isSilent) incoming.socket.destroy();
    else if (client !== null && path === "/api/version") {
      outgoing.setHeader("Content-Type", "application/json");
      outgoing.end(JSON.stringify({ name: "tallybox", version: client.version, contractVersion: "1.0.43" }));
    } else if (client !== null && !/^\/(api|trust|ca)/.test(path)) sendFile(client.folder, path, outgoing);
    else forward(incoming, outgoing);
  }
  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url } = incoming;
    const options = { method, headers: { ...incoming.headers, ...headers } };
    const forwarded = request(new URL(url ?? "/", serverUrl), options, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  }

  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

function sendFile(folder: string, path: string, outgoing: ServerResponse): void {
  const name = path === "/" ? "index.html" : path.slice(1);
  const file = join(folder, name);
  if (!existsSync(file)) {
    outgoing.writeHead(404).end();
    return;
  }
  const type = TYPES[extname(path).slice(1)] ?? "application/octet-stream";
  outgoing.writeHead(200, { "Content-Type": type, "Cache-Control": "no-cache" }).end(readFileSync(file));
}
