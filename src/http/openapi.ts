import { z } from "zod";
import { PERMISSIONS } from "../access/roles.ts";
import { VERSION } from "../version.ts";
import type { Endpoint } from "./endpoint.ts";
import { problemShape, refusalsOf } from "./refusals.ts";

type Json = { [key: string]: unknown };

/** The OpenAPI 3.1 description of the box, from the endpoints' own declarations. */
export function describeApi(endpoints: readonly Endpoint[]): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  const problem = schemaOf(problemShape, "output", components);
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, problem, components);
    paths[endpoint.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: { title: "tallybox", version: VERSION.contractVersion, description: INTRODUCTION },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

const RECENT_LOGIN =
  "On a shared terminal the PIN or password must have been entered in the last five minutes, else 403 with `reason` `recentLogin`.";

function operationOf(endpoint: Endpoint, problem: Json, components: Json): Json {
  const { may, summary, description, deprecated, needsRecentLogin } = endpoint;
  const roles = [
    may === "anyone" ? "Anonymous." : `Roles: ${PERMISSIONS[may].join(", ")}.`,
    ...(may === "terminal" ? ["A shared terminal may call it by itself."] : []),
    ...(needsRecentLogin ? [RECENT_LOGIN] : []),
  ].join(" ");
  const parameters = [
    ...parametersOf(endpoint.paramsSchema, "path"),
    ...parametersOf(endpoint.querySchema, "query"),
    ...headersOf(endpoint),
  ];
  return {
    tags: [tagOf(endpoint.path)],
    summary,
    description: [description, roles].filter((part) => part !== "").join("\n\n"),
    ...(deprecated && { deprecated }),
    ...(may === "anyone" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.bodySchema && { requestBody: requestBodyOf(endpoint, endpoint.bodySchema, components) }),
    responses: responsesOf(endpoint, problem, components),
  };
}

const TAGS: readonly [RegExp, string][] = [
  [/^\/(api\/)?(version|health|metrics|openapi|docs|setup|trust|backup|box)/, "server"],
  [/^\/api\/(pwa-auth|login|me|pda\/users)/, "login"],
  [/^\/api\/device-auth/, "devices"],
  [/^\/api\/photo/, "photos"],
  [/^\/api\/(print|pda\/print)/, "printing"],
  [/^\/api\/(article(categories|types|states|disposalmethods|disposalreasons)|currencytypes)/, "catalogues"],
];

function tagOf(path: string): string {
  return TAGS.find(([pattern]) => pattern.test(path))?.[1] ?? path.split("/")[2] ?? "server";
}

function parametersOf(schema: z.ZodObject | null, place: "path" | "query"): Json[] {
  if (schema === null) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: value,
  }));
}

function headersOf({ work, method }: Endpoint): Json[] {
  const headers: Json[] = [];
  const add = (name: string, description: string) =>
    headers.push({ name, in: "header", required: false, description, schema: { type: "string" } });
  if (work.kind === "write" && work.keepsAnswer) {
    add(
      "Idempotency-Key",
      "The same key with the same body within 30 days answers the first answer, and does nothing more.",
    );
  }
  if (work.kind !== "read" && (method === "PUT" || method === "DELETE"))
    add("If-Match", "The record's ETag; given and stale: 412, and nothing changes.");
  if (method === "GET") add("If-None-Match", "An ETag; still current: 304.");
  return headers;
}

function requestBodyOf(endpoint: Endpoint, schema: z.ZodObject, components: Json): Json {
  const body = schemaOf(schema, "input", components);
  if (endpoint.file === null) {
    return { required: !endpoint.bodyOptional, content: { "application/json": { schema: body } } };
  }
  const properties = typeof body["properties"] === "object" ? body["properties"] : {};
  const required = Array.isArray(body["required"]) ? body["required"] : [];
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  const parts = {
    ...body,
    properties: { ...properties, [endpoint.file]: file },
    required: [...required, endpoint.file],
  };
  return { required: true, content: { "multipart/form-data": { schema: parts } } };
}

function responsesOf(endpoint: Endpoint, problem: Json, components: Json): Json {
  const responses: Json = { [endpoint.status]: successOf(endpoint, components) };
  if (endpoint.method === "GET" && endpoint.may !== "anyone")
    responses["304"] = { description: "Not modified" };
  const schema = endpoint.problem ? schemaOf(endpoint.problem, "output", components) : problem;
  for (const [status, description] of refusalsOf(endpoint)) {
    responses[status] = { description, content: { "application/json": { schema } } };
  }
  return responses;
}

function successOf({ reply, status, events, alsoAs }: Endpoint, components: Json): Json {
  if (status === 204) return { description: "Done" };
  const stream = events === null ? {} : { "text/event-stream": {} };
  if (events === "only") return { description: "Events, until the token ends", content: stream };
  if (reply instanceof z.ZodFile) {
    const types = reply._zod.bag.mime ?? ["image/jpeg", "image/png"];
    return { description: "The file", content: Object.fromEntries(types.map((type) => [type, {}])) };
  }
  const schema = schemaOf(reply, "output", components);
  const others = Object.fromEntries(alsoAs.map((type) => [type, {}]));
  return { description: "Success", content: { "application/json": { schema }, ...others, ...stream } };
}

/** A schema whose named parts stand under `components`. */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  for (const [name, part] of Object.entries($defs)) components[name] = withMovedReferences(part);
  return withMovedReferences(own);
}

function withMovedReferences(value: object): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

const INTRODUCTION = `The API of the tallybox appliance (contract ${VERSION.contractVersion}).

Paths, query names and property names are matched without regard to case. Unknown properties are ignored. On update an
absent property keeps what is stored, an explicit null clears it. Numbers and ids in a body may also be sent as text that is
a plain decimal number (\`"1"\`, \`"12.5"\`); ids above 2^53-1 are refused (400). A PIN is always text. Every failure is \`{ message, requestId, errors? }\`, in
the language of \`Accept-Language\` (English, Czech). Lists and details carry an \`ETag\`.

Limits: JSON bodies have at most 1 MiB (4 KiB where no token is needed) unless an endpoint says otherwise, above that 413. A body
that brings less than 10 KiB in 10 s is ended with 408. A client whose requests under way are too many or too large is told 503, one
that has used up its share 429, both with \`Retry-After\` in seconds: repeat the same request then.`;
