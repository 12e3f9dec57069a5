import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** The body of every failure. */
export const problemShape = z
  .object({
    message: z.string(),
    requestId: z.string(),
    reason: z.enum(["recentLogin"]).optional().describe("what helps: entering the PIN again"),
    errors: z
      .array(
        z.object({
          path: z.string(),
          message: z.string(),
          line: z.int().optional().describe("of a label template: the line at fault, from 1 on"),
        }),
      )
      .optional(),
  })
  .meta({ id: "Problem" });

/** Which failures an endpoint may answer, and when. */
export function refusalsOf(endpoint: Endpoint): [string, string][] {
  const found = new Map<string, string>();
  const { work, may } = endpoint;
  const hasBody = endpoint.bodySchema !== null || endpoint.file !== null;
  if (hasBody || endpoint.paramsSchema || endpoint.querySchema) found.set("400", "a field is at fault");
  if (may !== "anyone") {
    found.set("401", "no token, or one that is not valid any more");
    found.set("403", "the role may not");
  }
  if (endpoint.carriesSecret) {
    const overHttp = "where the server demands HTTPS for logins, plain HTTP from another host";
    found.set("403", [found.get("403"), overHttp].filter((part) => part !== undefined).join("; "));
  }
  if (endpoint.paramsSchema) found.set("404", "no such record in the tenant");
  const mayBeStale = work.kind === "write" || work.kind === "long";
  if (mayBeStale && (endpoint.method === "PUT" || endpoint.method === "DELETE")) {
    found.set("412", "`If-Match` names an older version");
  }
  if (hasBody) {
    found.set("408", "the body arrives too slowly");
    found.set(
      "413",
      `the ${endpoint.file === null ? "body" : "file"} is larger than ${sizeOf(endpoint.maxBytes)}`,
    );
    found.set("415", "the body has another content type");
  }
  if (endpoint.file !== null) found.set("429", "too many uploads in an hour; see Retry-After");
  if (endpoint.events !== null) found.set("429", "too many event streams are open; see Retry-After");
  for (const [status, description] of Object.entries(endpoint.refusals)) {
    // What the endpoint adds does not replace what holds for all.
    const general = status === "403" ? found.get(status) : undefined;
    found.set(status, general === undefined ? description : `${general}; ${description}`);
  }
  const reasons = ["is stopping", ...(hasBody ? ["receives too much at once"] : [])];
  found.set("503", `the server ${reasons.join(" or ")}, or its disk is full; see Retry-After`);
  return [...found].sort(([a], [b]) => Number(a) - Number(b));
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
