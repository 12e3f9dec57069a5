import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { AreaEndpoint } from "../endpoint/areas.ts";
import { type Endpoint, publicQuery } from "../endpoint/endpoint.ts";
import { describeApi } from "../openapi/description.ts";

const own = join(import.meta.dirname, "docs");
const viewer = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));

// Swagger UI uses inline styles and data: URLs for its icons. It loads nothing from other hosts.
const POLICY =
  "default-src 'self'; object-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

const FILES = [
  { path: "/api/docs", file: join(own, "index.html"), contentType: "text/html; charset=utf-8" },
  { path: "/api/docs/start.js", file: join(own, "start.js"), contentType: "text/javascript; charset=utf-8" },
  {
    path: "/api/docs/swagger-ui-bundle.js",
    file: join(viewer, "swagger-ui-bundle.js"),
    contentType: "text/javascript; charset=utf-8",
  },
  {
    path: "/api/docs/swagger-ui.css",
    file: join(viewer, "swagger-ui.css"),
    contentType: "text/css; charset=utf-8",
  },
] as const;

/** Endpoints for the OpenAPI description and its Swagger UI page. `endpoints` returns all endpoints, including these. */
export function docsRoutes(endpoints: () => readonly AreaEndpoint[]): Endpoint[] {
  // Each is compressed once: anyone may ask for them, and compression shares its threads with the flushes of the log.
  let description: Buffer | null = null;
  return [
    publicQuery("GET", "/api/openapi.json", {
      operationId: "getApiDescription",
      summary: "This OpenAPI 3.1 description",
      response: z.record(z.string(), z.unknown()),
      run() {
        description ??= Buffer.from(JSON.stringify(describeApi(endpoints())));
        const contentType = "application/json; charset=utf-8";
        return { kind: "bytes", bytes: description, contentType, isConstant: true };
      },
    }),
    ...FILES.map(({ path, file, contentType }) => {
      let bytes: Buffer | null = null;
      return publicQuery("GET", path, {
        operationId: null,
        summary: "Interactive API documentation",
        response: z.file().mime([contentType]),
        run() {
          bytes ??= readFileSync(file);
          return { kind: "bytes", bytes, contentType, isConstant: true, policy: POLICY };
        },
      });
    }),
  ];
}
