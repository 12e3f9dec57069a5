import { once } from "node:events";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { build } from "vite";
import { onTestFinished } from "vitest";

type Files = ReadonlyMap<string, string | Uint8Array>;
let built: Promise<Files> | null = null;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Builds the gallery's page. Returns its files by their paths. */
async function buildGallery(): Promise<Files> {
  const result = await build({
    configFile: join(import.meta.dirname, "vite.config.ts"),
    logLevel: "warn",
    build: { write: false },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error("nothing was built");
  return new Map(
    result.output.map((file) => [`/${file.fileName}`, "code" in file ? file.code : file.source]),
  );
}

/** Serves the gallery until the test ends. Returns its address. */
export async function startGallery(): Promise<string> {
  built ??= buildGallery();
  const files = await built;
  const server = createServer(({ url = "/" }, response) => {
    const name = url === "/" ? "/index.html" : url;
    const content = files.get(name);
    if (content === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" });
    return response.end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}/`;
}
