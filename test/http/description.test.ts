import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, expect, test } from "vitest";
import { startServer } from "../harness/server.ts";

interface Media {
  readonly schema?: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Record<string, { readonly $ref?: string; readonly content?: Record<string, Media> }>;
}

interface Described {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: object;
}

let body: Described;
/** Each operation, its call as `GET /api/articles`. */
let operations: readonly (Operation & { readonly call: string })[];
beforeAll(async () => {
  const server = await startServer({ keep: true });
  ({ body } = await server.anonymous.get("/api/openapi.json"));
  await server.stop();
  operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ call: `${method.toUpperCase()} ${path}`, ...one })),
  );
});

test("each operation has a unique name, of a verb and a noun", () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name ?? ""))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("the operations that compare If-Match, and no others, can answer 412", () => {
  const comparing = operations.filter(({ parameters = [] }) =>
    parameters.some(({ $ref }) => $ref === "#/components/parameters/IfMatch"),
  );
  const answering = operations.filter(({ responses }) => "412" in responses);
  expect(answering.map(({ call }) => call)).toEqual(comparing.map(({ call }) => call));
  expect(comparing.map(({ call }) => call)).toContain("DELETE /api/webhooks/{id}");
});

test("each used tag is described, and each described tag is used", () => {
  const declared = body.tags.map(({ name, description }) => {
    expect(description).toMatch(/\.$/);
    return name;
  });
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(declared));
});

test("every body has an example that its own schema allows", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "api", components: body.components });
  const faults = operations.flatMap(({ call, requestBody, responses }) =>
    [requestBody?.content, ...Object.values(responses).map(({ content }) => content)].flatMap((content) => {
      const json = content?.["application/json"];
      if (json?.schema === undefined) return [];
      const schema = JSON.parse(JSON.stringify(json.schema).replaceAll('"#/components', '"api#/components'));
      return ajv.validate(schema, json.examples?.["usual"]?.value) ? [] : [`${call}: ${ajv.errorsText()}`];
    }),
  );
  expect(faults).toEqual([]);
});

test("objects are named components: no operation has one inline", () => {
  const spelled = operations.filter(({ requestBody, responses }) =>
    [requestBody?.content, ...Object.values(responses).map(({ content }) => content)].some((content) =>
      Object.values(content ?? {}).some(({ schema }) => schema !== undefined && "properties" in schema),
    ),
  );
  expect(spelled.map(({ call }) => call)).toEqual([]);
});
