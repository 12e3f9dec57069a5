import { z } from "zod";
import { PERMISSIONS } from "../../domain/roles.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { errorResponses } from "./errors.ts";
import { jsonOf } from "./examples.ts";
import type { Json, Schemas } from "./schemas.ts";
import { tagOf } from "./tags.ts";

/** The headers that several operations take, as components. */
export const headerParameters = {
  IdempotencyKey: header(
    "Idempotency-Key",
    "The same key with the same body within 30 days answers the first answer, and does nothing more.",
    "0f6c1c9e-5f0a-4d0b-9a51-6f3f0a4c2b11",
  ),
  IfMatch: header("If-Match", "The record's ETag; given and stale: 412, and nothing changes.", 'W/"5xk2"'),
  IfNoneMatch: header("If-None-Match", "An ETag; still current: 304.", 'W/"5xk2"'),
};

function header(name: string, description: string, example: string) {
  return { name, in: "header", required: false, description, schema: { type: "string" }, example };
}

/** One operation of the description. Schemas that it names are added to `schemas`. */
export function operationOf(endpoint: Endpoint, operationId: string, schemas: Schemas): Json {
  const { permission: may, summary, description, deprecated } = endpoint;
  const parameters = [
    ...parametersOf(endpoint.paramsSchema, "path", schemas),
    ...parametersOf(endpoint.querySchema, "query", schemas),
    ...headersOf(endpoint),
  ];
  const typeName = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  return {
    operationId,
    tags: [tagOf(endpoint.path)],
    summary,
    description: [description, whoMay(endpoint)].filter((part) => part !== "").join("\n\n"),
    ...(deprecated && { deprecated }),
    ...(may === "anyone" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.bodySchema && {
      requestBody: requestBodyOf(endpoint, endpoint.bodySchema, typeName, schemas),
    }),
    responses: {
      [endpoint.status]: successOf(endpoint, typeName, schemas),
      ...(endpoint.method === "GET" &&
        may !== "anyone" && { 304: { $ref: "#/components/responses/NotModified" } }),
      ...errorResponses(endpoint, schemas),
    },
  };
}

const RECENT_LOGIN =
  "On a shared terminal the PIN or password must have been entered in the last five minutes, else 403 with `reason` `recentLogin`.";

function whoMay({ permission: may, needsRecentLogin }: Endpoint): string {
  return [
    may === "anyone" ? "Anonymous." : `Roles: ${PERMISSIONS[may].join(", ")}.`,
    ...(may === "terminal" ? ["A shared terminal may call it by itself."] : []),
    ...(needsRecentLogin ? [RECENT_LOGIN] : []),
  ].join(" ");
}

function parametersOf(schema: z.ZodObject | null, place: "path" | "query", schemas: Schemas): Json[] {
  if (schema === null) return [];
  const { properties = {}, required = [] } = schemas.of(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...value }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: value,
  }));
}

function headersOf({ handler: work, method }: Endpoint): Json[] {
  const isRecord =
    (work.kind === "command" || work.kind === "job") && (method === "PUT" || method === "DELETE");
  return [
    ...(work.kind === "command" && work.usesIdempotencyKey ? ["IdempotencyKey"] : []),
    ...(isRecord ? ["IfMatch"] : []),
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
  { response: reply, status, events, alternativeTypes: alsoAs }: Endpoint,
  typeName: string,
  schemas: Schemas,
): Json {
  if (status === 204) return { description: "Done" };
  const stream = events === null ? {} : { "text/event-stream": {} };
  if (events === "only") return { description: "Events, until the token ends", content: stream };
  if (reply instanceof z.ZodFile) {
    const types = reply._zod.bag.mime ?? ["image/jpeg", "image/png"];
    return { description: "The file", content: Object.fromEntries(types.map((type) => [type, {}])) };
  }
  const schema = schemas.of(reply, "output", `${typeName}Response`);
  const others = Object.fromEntries(alsoAs.map((type) => [type, {}]));
  return { description: "Success", content: { ...jsonOf(schema, schemas), ...others, ...stream } };
}
