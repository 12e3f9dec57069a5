import { z } from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { jsonOf } from "./examples.ts";
import type { Json, Schemas } from "./schemas.ts";

/** The body of every failure. */
export const problemShape = z
  .object({
    message: z.string(),
    requestId: z.string(),
    reason: z
      .enum([
        "recentLogin",
        "unconfirmed",
        "httpsRequired",
        "secondFactor",
        "secondFactorSetup",
        "ticketExpired",
      ])
      .optional()
      .describe(
        "`recentLogin`: enter the PIN or password again; `unconfirmed`: an administrator has to confirm the device after a restore; `httpsRequired`: the server accepts HTTPS only, and the request came over plain HTTP; `secondFactor`: the login takes a second step; `secondFactorSetup`: set up a second factor first; `ticketExpired`: begin the login anew",
      ),
    httpsAddress: z
      .string()
      .nullable()
      .optional()
      .describe("with `httpsRequired`: where to send the request; null: HTTPS is off"),
    ticket: z
      .string()
      .optional()
      .describe("of a login whose first step was right: stands for it in the second, once"),
    expiresAt: z.iso.datetime().optional().describe("when the ticket ends"),
    offers: z
      .array(z.enum(["totp", "passkey", "recoveryCode"]))
      .optional()
      .describe("what the second step takes"),
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

/** The errors that operations share: status, name of the component, and what it means unless an operation says more. */
const SHARED: readonly [string, string, string][] = [
  ["400", "BadRequest", "a field is at fault"],
  ["401", "Unauthorized", "no token, or one that is not valid any more"],
  ["403", "Forbidden", "the role may not; or the server accepts HTTPS only (`reason` `httpsRequired`)"],
  ["404", "NotFound", "no such record in the tenant"],
  ["408", "RequestTimeout", "the body arrives too slowly"],
  ["409", "Conflict", "a unique value is taken, or the record is in use"],
  ["412", "PreconditionFailed", "`If-Match` names an older version"],
  ["413", "PayloadTooLarge", "the body is larger than 1 MiB"],
  ["415", "UnsupportedMediaType", "the body has another content type"],
  ["429", "TooManyRequests", "too many requests of this kind; see Retry-After"],
  [
    "503",
    "ServiceUnavailable",
    "the server is stopping, receives too much at once, or its disk is full; see Retry-After",
  ],
];

const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds until the request may be repeated.",
    schema: { type: "integer", format: "int64" },
  },
};

/** The shared errors as components of the description, and 304. */
export function errorComponents(schemas: Schemas): Json {
  const schema = schemas.of(problemShape, "output");
  const components: Json = {};
  for (const [status, name, description] of SHARED)
    components[name] = {
      description,
      ...((status === "429" || status === "503") && { headers: RETRY_AFTER }),
      content: jsonOf(schema, schemas),
    };
  components["NotModified"] = { description: "`If-None-Match` names the current version: no body" };
  return components;
}

/** The errors of one operation, by status: shared components, with a description where this operation says more. */
export function errorResponses(endpoint: Endpoint, schemas: Schemas): Json {
  const responses: Json = {};
  for (const [status, description] of refusalsOf(endpoint)) {
    const shared = SHARED.find(([of]) => of === status);
    if (shared === undefined || endpoint.problem !== null) {
      const schema = schemas.of(endpoint.problem ?? problemShape, "output");
      responses[status] = { description, content: jsonOf(schema, schemas) };
    } else {
      const [, name, meaning] = shared;
      responses[status] = {
        $ref: `#/components/responses/${name}`,
        ...(description !== meaning && { description }),
      };
    }
  }
  return responses;
}

/** Which errors an endpoint may answer, and when. */
function refusalsOf(endpoint: Endpoint): [string, string][] {
  const found = new Map<string, string>();
  const { handler: work, permission: may } = endpoint;
  const hasBody = endpoint.bodySchema !== null || endpoint.file !== null;
  if (hasBody || endpoint.paramsSchema || endpoint.querySchema) found.set("400", meaningOf("400"));
  if (may !== "anyone") {
    found.set("401", meaningOf("401"));
    found.set("403", meaningOf("403"));
  } else if (endpoint.overHttp !== "always")
    found.set("403", "the server accepts HTTPS only (`reason` `httpsRequired`)");
  if (endpoint.paramsSchema) found.set("404", meaningOf("404"));
  const mayBeStale = work.kind === "command" || work.kind === "job";
  if (mayBeStale && (endpoint.method === "PUT" || endpoint.method === "DELETE")) {
    found.set("412", meaningOf("412"));
  }
  if (hasBody) {
    found.set("408", meaningOf("408"));
    found.set(
      "413",
      `the ${endpoint.file === null ? "body" : "file"} is larger than ${sizeOf(endpoint.maxBytes)}`,
    );
    found.set("415", meaningOf("415"));
  }
  found.set("429", meaningOf("429"));
  if (endpoint.file !== null) found.set("429", "too many uploads in an hour; see Retry-After");
  if (endpoint.events !== null) found.set("429", "too many event streams are open; see Retry-After");
  for (const [status, description] of Object.entries(endpoint.errors)) {
    // What the endpoint adds does not replace what holds for all.
    const general = status === "403" ? found.get(status) : undefined;
    found.set(status, general === undefined ? description : `${general}; ${description}`);
  }
  found.set("503", meaningOf("503"));
  return [...found].sort(([a], [b]) => Number(a) - Number(b));
}

function meaningOf(status: string): string {
  const found = SHARED.find(([of]) => of === status);
  if (found === undefined) throw new Error(`no shared error ${status}`);
  return found[2];
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
