import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Koa from "koa";
import { expect, onTestFinished, test } from "vitest";
import type { FileResponse } from "../../src/http/endpoint/response.ts";
import { AcceptedCodings } from "../../src/http/pipeline/request.ts";
import { makeResponseLimits, ResponseShare, sendBody } from "../../src/http/pipeline/send.ts";
import { REQUEST_LIMITS } from "../../src/platform/limits.ts";
import { createFolder } from "../harness/folder.ts";

const CONTENT = "a line that stands again and again\n".repeat(2000);

/** The response with this file to a client that accepts these encodings. */
async function sent(
  file: Partial<FileResponse> & { contentType: string },
  codings: string,
): Promise<Response> {
  const path = join(createFolder(), "content");
  writeFileSync(path, CONTENT);
  const response = { kind: "file" as const, path, size: Buffer.byteLength(CONTENT), ...file };
  const app = new Koa();
  const limits = makeResponseLimits(REQUEST_LIMITS);
  app.use((ctx) => {
    ctx.set("Cache-Control", "no-store");
    const share = new ResponseShare(limits, ctx, { address: "127.0.0.1" });
    return sendBody({ ctx, accepts: new AcceptedCodings(ctx), share }, response);
  });
  const server = createServer(app.callback()).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/`, { headers: { "Accept-Encoding": codings } });
}

test.for([
  ["text/javascript; charset=utf-8", "br", "br"],
  ["application/wasm", "br", "br"],
  ["application/wasm", "gzip", "gzip"],
  ["application/wasm", "identity", null],
  ["application/manifest+json", "gzip, br", "br"],
  ["image/svg+xml", "gzip", "gzip"],
  ["image/png", "gzip, br", null],
  ["font/woff2", "gzip, br", null],
] as const)(
  "a file of type %s for a client that accepts %s is sent as %s",
  async ([contentType, codings, coding]) => {
    const response = await sent({ contentType }, codings);
    expect(response.headers.get("content-encoding")).toBe(coding);
    // Koa adds the charset to JSON.
    expect(response.headers.get("content-type")?.split(";")[0]).toBe(contentType.split(";")[0]);
    expect(await response.text()).toBe(CONTENT);
  },
);

test("a file is cached as its headers say, others like all responses", async () => {
  const forever = "public, max-age=31536000, immutable";
  const kept = await sent({ contentType: "text/css", cacheControl: forever }, "br");
  expect(kept.headers.get("cache-control")).toBe(forever);
  const other = await sent({ contentType: "text/css" }, "br");
  expect(other.headers.get("cache-control")).toBe("no-store");
});
