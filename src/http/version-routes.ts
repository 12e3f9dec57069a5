import { z } from "zod";
import { VERSION } from "../platform/version.ts";
import { type Endpoint, publicQuery } from "./endpoint/endpoint.ts";
import { namedObject } from "./endpoint/named-object.ts";

const Version = namedObject("Version", {
  name: z.string(),
  version: z.string(),
  contractVersion: z.string(),
});

/** Endpoint for the name and versions of the server, without authentication. */
export function versionRoutes(): Endpoint[] {
  return [
    publicQuery("GET", "/api/version", {
      operationId: "getVersion",
      summary: "Name, version and contract version",
      response: Version,
      scope: "any",
      run: () => ({
        kind: "json",
        body: VERSION,
      }),
    }),
  ];
}
