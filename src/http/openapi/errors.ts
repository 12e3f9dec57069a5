import { z } from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { namedObject } from "../endpoint/named-object.ts";
import type { Json, Schemas } from "./description.ts";
import { jsonOf } from "./examples.ts";

/** The body of every error response. */
export const problemShape = namedObject("Problem", {
  message: z.string(),
  requestId: z.string(),
  reason: z
    .enum([
      "recentLogin",
      "notQueued",
      "unconfirmed",
      "httpsRequired",
      "secondFactor",
      "secondFactorSetup",
      "ticketExpired",
    ])
    .optional()
    .describe(
      "`recentLogin`: enter the PIN or password again; `notQueued`: a submission token does not deliver this request; `unconfirmed`: an administrator must confirm the device after a restore; `httpsRequired`: the server accepts HTTPS only, and the request came over plain HTTP; `secondFactor`: the login requires a second step; `secondFactorSetup`: set up a second factor first; `ticketExpired`: start the login again",
    ),
  httpsAddress: z
    .string()
    .nullable()
    .optional()
    .describe("with `httpsRequired`: the HTTPS address for the request; null: HTTPS is off"),
  ticket: z.string().optional().describe("proves the first step of a login in the second step; valid once"),
  expiresAt: z.iso.datetime().optional().describe("expiry of the ticket"),
  offers: z
    .array(z.enum(["totp", "passkey", "recoveryCode"]))
    .optional()
    .describe("accepted kinds of second factor"),
  errors: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        line: z.int().optional().describe("of a label template: the line with the error, from 1"),
      }),
    )
    .optional(),
});

/** The errors that operations share: status, component name and default description. */
const SHARED: readonly [string, string, string][] = [
  ["400", "BadRequest", "a field is not valid"],
  ["401", "Unauthorized", "the token is missing or no longer valid"],
  [
    "403",
    "Forbidden",
    "the role does not permit it; or the server accepts HTTPS only (`reason` `httpsRequired`)",
  ],
  ["404", "NotFound", "no such record in the tenant"],
  ["408", "RequestTimeout", "the body arrives too slowly"],
  ["409", "Conflict", "a unique value is taken, the record is in use, or a running job has changed it"],
  ["412", "PreconditionFailed", "`If-Match` names an older version"],
  ["413", "PayloadTooLarge", "the body is larger than 1 MiB"],
  ["415", "UnsupportedMediaType", "the body has another content type"],
  ["429", "TooManyRequests", "too many requests of this kind; see Retry-After"],
  ["503", "ServiceUnavailable", "the server is stopping or overloaded, or its disk is full; see Retry-After"],
];

/** Added to the 403 of the endpoints that `overHttp: "delivery"` declares. */
const DELIVERY =
  ". For 30 days after HTTPS was required, a shared terminal with unsent counts may still use plain HTTP here";

const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds until the request may be repeated.",
    schema: { type: "integer", format: "int64" },
  },
};

/** Whether an operation compares `If-Match` with the version of its record. */
export function takesIfMatch({ handler, method }: Endpoint): boolean {
  return "hasRecord" in handler && handler.hasRecord && method !== "POST";
}

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
  components["NotModified"] = { description: "`If-None-Match` names the current version; no body" };
  return components;
}

/** The errors of one operation by status: shared components, with a description where the operation overrides it. */
export function errorResponses(endpoint: Endpoint, schemas: Schemas): Json {
  const responses: Json = {};
  for (const [status, description] of errorsOf(endpoint)) {
    const shared = SHARED.find(([sharedStatus]) => sharedStatus === status);
    if (shared === undefined || endpoint.problem !== null) {
      const schema = schemas.of(endpoint.problem ?? problemShape, "output");
      responses[status] = { description, content: jsonOf(schema, schemas) };
    } else {
      const [, name, defaultDescription] = shared;
      responses[status] = {
        $ref: `#/components/responses/${name}`,
        ...(description !== defaultDescription && { description }),
      };
    }
  }
  return responses;
}

/** The errors of an endpoint: status and description. */
function errorsOf(endpoint: Endpoint): [string, string][] {
  const found = new Map<string, string>();
  const { handler, permission } = endpoint;
  const hasBody = endpoint.bodySchema !== null || endpoint.file !== null || endpoint.isRaw;
  const usesKey = "usesIdempotencyKey" in handler && handler.usesIdempotencyKey !== false;
  if (hasBody || endpoint.paramsSchema || endpoint.querySchema) found.set("400", descriptionOf("400"));
  else if (usesKey) found.set("400", "the `Idempotency-Key` is too long, or was used for another request");
  const delivery = endpoint.overHttp === "delivery" ? DELIVERY : "";
  if (permission !== "anyone") {
    found.set("401", descriptionOf("401"));
    found.set("403", `${descriptionOf("403")}${delivery}`);
  } else if (endpoint.overHttp !== "always")
    found.set("403", `the server accepts HTTPS only (\`reason\` \`httpsRequired\`)${delivery}`);
  if (endpoint.paramsSchema) found.set("404", descriptionOf("404"));
  else if (endpoint.hasSetupCode) found.set("404", "the server is already set up");
  if (takesIfMatch(endpoint)) found.set("412", descriptionOf("412"));
  if (handler.kind === "command") found.set("409", descriptionOf("409"));
  if (hasBody) {
    found.set("408", descriptionOf("408"));
    found.set(
      "413",
      `the ${endpoint.file === null ? "body" : "file"} is larger than ${sizeOf(endpoint.maxBytes)}`,
    );
    found.set("415", descriptionOf("415"));
  }
  found.set("429", descriptionOf("429"));
  if (endpoint.file !== null) found.set("429", "too many uploads in an hour; see Retry-After");
  if (endpoint.events !== null) found.set("429", "too many event streams are open; see Retry-After");
  for (const [status, description] of Object.entries(endpoint.errors)) {
    // A 403 description of the endpoint is appended to the general one.
    const general = status === "403" ? found.get(status) : undefined;
    found.set(status, general === undefined ? description : `${general}; ${description}`);
  }
  found.set("503", descriptionOf("503"));
  return [...found].sort(([a], [b]) => Number(a) - Number(b));
}

function descriptionOf(status: string): string {
  const found = SHARED.find(([sharedStatus]) => sharedStatus === status);
  if (found === undefined) throw new Error(`no shared error ${status}`);
  return found[2];
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
