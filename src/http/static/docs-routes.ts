import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
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
export function docsRoutes(endpoints: () => readonly Endpoint[]): Endpoint[] {
  let description: string | null = null;
  return [
    publicQuery(
      "GET",
      "/api/openapi.json",
      {
        operationId: "getApiDescription",
        summary: "This OpenAPI 3.1 description",
        response: z.record(z.string(), z.unknown()),
      },
      () => {
        description ??= JSON.stringify(describeApi(endpoints()));
        return { body: description };
      },
    ),
    ...FILES.map(({ path, file, contentType }) =>
      publicQuery(
        "GET",
        path,
        {
          operationId: null,
          summary: "Interactive API documentation",
          response: z.file().mime([contentType]),
        },
        () => ({
          kind: "file",
          path: file,
          contentType,
          size: statSync(file).size,
          policy: POLICY,
        }),
      ),
    ),
  ];
}
