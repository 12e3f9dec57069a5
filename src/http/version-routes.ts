import { z } from "zod";
import { VERSION } from "../platform/version.ts";
import { type Endpoint, publicQuery } from "./endpoint/endpoint.ts";

const Version = z
  .object({ name: z.string(), version: z.string(), contractVersion: z.string() })
  .meta({ id: "Version" });

/** Endpoint for the name and versions of the server, without authentication. */
export function versionRoutes(): Endpoint[] {
  return [
    publicQuery(
      "GET",
      "/api/version",
      {
        operationId: "getVersion",
        summary: "Name, version and contract version",
        response: Version,
        scope: "any",
      },
      () => ({
        kind: "json",
        body: VERSION,
      }),
    ),
  ];
}
