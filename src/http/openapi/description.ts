import { VERSION } from "../../platform/version.ts";
import { AREAS, type AreaEndpoint } from "../endpoint/areas.ts";
import { errorComponents } from "./errors.ts";
import { headerParameters, operationOf } from "./operation.ts";
import { type Json, Schemas } from "./schemas.ts";

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
