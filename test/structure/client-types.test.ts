import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientTypes, type Description } from "../../scripts/client-types.ts";
import { startServer } from "../harness/server.ts";
import { SOURCE } from "./imports.ts";

// The types of the client's calls come from the endpoint declarations (scripts/generate-client-types.ts).

/** A description with one operation and these schemas. */
function describe(method: string, path: string, operation: object, schemas: object = {}): Description {
  return { paths: { [path]: { [method]: operation } }, components: { schemas } } as Description;
}

const RESPONSE = { 204: { description: "Done" } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });

test("endpoints.d.ts is what the endpoint declarations give: `npm run generate`", async () => {
  const server = await startServer({ empty: true });
  const description = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Description;
  expect(readFileSync(join(SOURCE, "web/api/types/endpoints.d.ts"), "utf8")).toBe(clientTypes(description));
});

test("a number or a flag in a URL is a number or a boolean for the client", () => {
  const parameters = [
    { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^-?[0-9]+$" } },
    { name: "all", in: "query", required: false, schema: { enum: ["true", "false", "1", "0"] } },
    { name: "sort", in: "query", required: false, schema: { enum: ["name", "code"] } },
  ];
  const text = clientTypes(describe("get", "/api/x/{id}", { parameters, responses: RESPONSE }));
  expect(text).toContain('"GET /api/x/{id}": {');
  expect(text).toContain("readonly params: { readonly id: number };");
  expect(text).toContain(
    'readonly query: { readonly all?: boolean | undefined; readonly sort?: "name" | "code" | undefined };',
  );
  expect(text).toContain("readonly response: null;");
});

test("an absent property may be undefined, and long work may be a job", () => {
  const schema = { type: "object", properties: { note: { type: ["string", "null"] } } };
  const reference = (name: string) => json({ $ref: `#/components/schemas/${name}` });
  const operation = {
    requestBody: { required: true, ...reference("Sent") },
    responses: { 200: reference("Received"), 202: {} },
  };
  const text = clientTypes(describe("put", "/api/x", operation, { Sent: schema, Received: schema }));
  expect(text).toContain("export interface Sent {\n  readonly note?: string | null | undefined;\n}");
  expect(text).toContain("readonly body: Sent;\n    readonly response: Received;\n    readonly job: true;");
});

test("a file, a form and the data of events have types of their own", () => {
  const form = { type: "object", properties: { photo: { contentMediaType: "image/jpeg", type: "string" } } };
  const upload = {
    requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
    responses: { 200: { content: { "image/png": {} } } },
  };
  const text = clientTypes(describe("post", "/api/x", upload));
  expect(text).toContain("readonly body: FormBody<{\n      readonly photo?: Blob | undefined;\n    }>;");
  expect(text).toContain("readonly response: FileResponse;");
  const events = { 200: { content: { "text/event-stream": { schema: { type: "string" } } } } };
  expect(clientTypes(describe("get", "/api/x", { responses: events }))).toContain("readonly events: string;");
});

test("a reference to no schema, and a schema without a type, end the generation", () => {
  const of = (schema: object) => clientTypes(describe("get", "/api/x", { responses: { 200: json(schema) } }));
  expect(() => of({ $ref: "#/components/schemas/Lost" })).toThrow("no schema Lost");
  expect(() => of({ allOf: [] })).toThrow("allOf is not supported");
  expect(() => of({ type: "set" })).toThrow("no type for");
});

test("an object that a request has copied from a schema with a name gets the name", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const layout = (rest: object) => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    ...rest,
  });
  const body = { type: "object", properties: { layout: layout({ description: "of the label" }) } };
  const operation = { requestBody: { required: true, ...json(body) }, responses: RESPONSE };
  const text = clientTypes(
    describe("post", "/api/x", operation, { Layout: layout({ additionalProperties: false }) }),
  );
  expect(text).toContain("/** of the label */\n      readonly layout?: Layout | undefined;");
});
