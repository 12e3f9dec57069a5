import { z } from "zod";
import { PERMISSIONS } from "../../domain/roles.ts";
import { VERSION } from "../../platform/version.ts";
import { AREAS, type AreaEndpoint } from "../endpoint/areas.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { errorComponents, errorResponses, takesIfMatch } from "./errors.ts";
import { jsonOf } from "./examples.ts";

/** The OpenAPI 3.1 description of the API, from the endpoint declarations. Pages and their files are left out. */
export function describeApi(endpoints: readonly AreaEndpoint[]): Json {
  const schemas = new Schemas();
  const responses = errorComponents(schemas);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    if (endpoint.operationId === null) continue;
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, endpoint.operationId, schemas);
    paths[endpoint.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "tallybox",
      version: VERSION.contractVersion,
      description: INTRODUCTION,
      contact: { name: "The administrator of this server" },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/", description: "This server" }],
    security: [{ bearer: [] }],
    tags: Object.entries(AREAS).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses,
      parameters: headerParameters,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The access token of a login (JWT), or an API key of a service account.",
        },
      },
    },
  };
}

const INTRODUCTION = `The API of the tallybox appliance (contract ${VERSION.contractVersion}).

Paths, query names and property names are matched without regard to case. Unknown properties are ignored. On update an
absent property keeps its stored value, an explicit null clears it. Numbers and ids in a body may also be sent as text that is
a plain decimal number (\`"1"\`, \`"12.5"\`); ids above 2^53-1 are rejected (400). A PIN is always text. Every error response is
\`{ message, requestId, errors? }\`, in the language of \`Accept-Language\` (English, Czech, German, Slovak). Lists and details have an \`ETag\`.

Responses to authenticated requests have \`Data-History: "id";copied-at="2026-11-23T08:30:00.000Z";installation="id"\`. The id changes when the server
continues with an earlier state of its data: after a restore, or when a standby takes over. These data have everything that the server
confirmed before \`copied-at\`; if it is absent, that time is not known. \`installation\` stays the same; a
server that was set up anew has another one.

Limits: a JSON body has at most 1 MiB (4 KiB where no token is needed) unless the endpoint states another limit; a larger one is 413.
A body that arrives at less than 10 KiB in 10 s is 408. Too many or too large concurrent requests are 503, an exhausted quota is 429,
both with \`Retry-After\` in seconds: repeat the same request after that time.`;

/** The request headers that several operations share, as components. */
const headerParameters = {
  IdempotencyKey: header(
    "Idempotency-Key",
    "A repeated key with the same body within 30 days returns the first response and has no further effect.",
    "0f6c1c9e-5f0a-4d0b-9a51-6f3f0a4c2b11",
  ),
  IfMatch: header(
    "If-Match",
    "The record's ETag. If it is stale, the response is 412 and nothing changes.",
    'W/"5xk2"',
  ),
  Prefer: header(
    "Prefer",
    "`respond-async` (RFC 7240): the response is 202 at once, and `Location` names the job.",
    "respond-async",
  ),
  SetupCode: header("X-Setup-Code", "The one-time set-up code of the server.", "7KQ4-M2XD-9TRP-W5HC"),
  IfNoneMatch: header("If-None-Match", "An ETag. If it is current, the response is 304.", 'W/"5xk2"'),
};

function header(name: string, description: string, example: string) {
  return { name, in: "header", required: false, description, schema: { type: "string" }, example };
}

/** Describes one operation. Adds its named schemas to `schemas`. */
function operationOf(endpoint: AreaEndpoint, operationId: string, schemas: Schemas): Json {
  const { permission, summary, description, deprecated } = endpoint;
  const parameters = [
    ...parametersOf(endpoint.paramsSchema, "path", schemas),
    ...parametersOf(endpoint.querySchema, "query", schemas),
    ...headersOf(endpoint),
  ];
  const typeName = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  return {
    operationId,
    tags: [endpoint.area],
    summary,
    description: [description, accessText(endpoint)].filter((part) => part !== "").join("\n\n"),
    ...(deprecated && { deprecated }),
    ...(permission === "anyone" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.bodySchema && {
      requestBody: requestBodyOf(endpoint, endpoint.bodySchema, typeName, schemas),
    }),
    ...(endpoint.isRaw && { requestBody: RAW_BODY }),
    responses: {
      [endpoint.status]: successOf(endpoint, typeName, schemas),
      ...(endpoint.isLong && { 202: ACCEPTED }),
      ...(endpoint.method === "GET" &&
        permission !== "anyone" && { 304: { $ref: "#/components/responses/NotModified" } }),
      ...errorResponses(endpoint, schemas),
    },
  };
}

const RAW_BODY = { required: true, content: { "application/octet-stream": {} } };

const ACCEPTED = {
  description: "With `Prefer: respond-async`: the work goes on as a job",
  headers: {
    Location: { description: "The job: `/api/jobs/{id}`.", schema: { type: "string" } },
    "Preference-Applied": { description: "`respond-async`", schema: { type: "string" } },
  },
};

const RECENT_LOGIN =
  "On a shared terminal the PIN or password must have been entered within the last five minutes; otherwise the response is 403 with `reason` `recentLogin`.";

function accessText(endpoint: AreaEndpoint): string {
  const { permission, needsRecentLogin, takesSubmissionToken } = endpoint;
  const scope = permission === "anyone" ? null : endpoint.scope;
  return [
    permission === "anyone" ? "Anonymous." : `Roles: ${PERMISSIONS[permission].join(", ")}.`,
    ...(permission === "terminal" ? ["A shared terminal may call it without a login."] : []),
    ...(takesSubmissionToken ? ["A submission token delivers it (`createSubmissionToken`)."] : []),
    ...(scope === null ? [] : [scope === "any" ? "Any API key." : `API keys: scope \`${scope}\`.`]),
    ...(needsRecentLogin ? [RECENT_LOGIN] : []),
  ].join(" ");
}

function parametersOf(schema: z.ZodObject | null, parameterIn: "path" | "query", schemas: Schemas): Json[] {
  if (schema === null) return [];
  const { properties = {}, required = [] } = schemas.of(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...value }]) => ({
    name,
    in: parameterIn,
    required: parameterIn === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: value,
  }));
}

function headersOf(endpoint: Endpoint): Json[] {
  const { handler, method, isLong, hasSetupCode } = endpoint;
  return [
    ...("usesIdempotencyKey" in handler && handler.usesIdempotencyKey !== false ? ["IdempotencyKey"] : []),
    ...(takesIfMatch(endpoint) ? ["IfMatch"] : []),
    ...(isLong ? ["Prefer"] : []),
    ...(hasSetupCode ? ["SetupCode"] : []),
    ...(method === "GET" ? ["IfNoneMatch"] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function requestBodyOf(endpoint: Endpoint, schema: z.ZodObject, typeName: string, schemas: Schemas): Json {
  const name = endpoint.bodyId ?? `${typeName}Request`;
  if (endpoint.file === null) {
    const body = schemas.of(schema, "input", name);
    return { required: !endpoint.bodyOptional, content: jsonOf(body, schemas) };
  }
  const {
    properties = {},
    required = [],
    ...rest
  } = schemas.of(schema, "input") as {
    properties?: Json;
    required?: string[];
  };
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  const parts = {
    ...rest,
    properties: { ...properties, [endpoint.file]: file },
    required: [...required, endpoint.file],
  };
  return { required: true, content: { "multipart/form-data": { schema: schemas.add(name, parts) } } };
}

function successOf(
  { response, status, events, alternativeTypes }: Endpoint,
  typeName: string,
  schemas: Schemas,
): Json {
  if (status === 204) return { description: "Done" };
  if (events === "only") {
    const data = schemas.of(response, "output", `${typeName}Events`);
    // OpenAPI 3.1 can't describe a stream: the schema is that of the events' data by name.
    const content = { "text/event-stream": { schema: data } };
    return { description: "Events, until the token ends", content };
  }
  const stream = events === null ? {} : { "text/event-stream": {} };
  if (response instanceof z.ZodFile) {
    const types = response._zod.bag.mime ?? ["image/jpeg", "image/png"];
    return { description: "The file", content: Object.fromEntries(types.map((type) => [type, {}])) };
  }
  const schema = schemas.of(response, "output", `${typeName}Response`);
  const others = Object.fromEntries(alternativeTypes.map((type) => [type, {}]));
  return { description: "Success", content: { ...jsonOf(schema, schemas), ...others, ...stream } };
}

/** A part of the description, as JSON. */
export type Json = { [key: string]: unknown };

/** Collects the schemas under `components`, by name. */
export class Schemas {
  readonly components: Json = {};

  /**
   * Converts a schema and adds its named parts to `components`. An object without an id of its own gets `name`, if not null.
   * Throws when two schemas have the same name.
   */
  of(schema: z.ZodType, io: "input" | "output", name: string | null = null): Json {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    for (const [id, part] of Object.entries($defs)) this.add(id, toOpenApi(part));
    const converted = toOpenApi(own);
    if (name === null || converted["type"] !== "object" || "id" in converted) return converted;
    return this.add(name, converted);
  }

  /** Adds a component and returns the reference to it. */
  add(name: string, schema: Json): Json {
    const existing = this.components[name];
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${name}: give one of them another id`);
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** Converts zod's JSON Schema to OpenAPI: references to components, and 64-bit integers without zod's bounds. */
function toOpenApi(schema: object): Json {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string")
      return value.replace("#/$defs/", "#/components/schemas/");
    return isObject(value) && value["type"] === "integer" ? integer(value) : value;
  });
}

function integer({ minimum, maximum, ...rest }: Json): Json {
  return {
    ...rest,
    format: "int64",
    ...(minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
