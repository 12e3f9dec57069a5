import { z } from "zod";
import { VERSION } from "../platform/version.ts";
import { type Endpoint, publicQuery } from "./endpoint/endpoint.ts";

const Version = z
  .object({ name: z.string(), version: z.string(), contractVersion: z.string() })
  .meta({ id: "Version" });

/** What anyone may ask of the box. */
export function versionRoutes(): Endpoint[] {
  return [
    publicQuery(
      "GET",
      "/api/version",
      { operationId: "getVersion", summary: "Name, version and contract version", response: Version },
      () => ({
        body: VERSION,
      }),
    ),
  ];
}
