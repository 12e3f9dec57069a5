import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";

const NAME = /^(?:name|code|title|unit|supplier|.*Name)$/i;
const MESSAGE = "must not contain a line break";
/** Codes that are compared and not stored, and codes as they are scanned. */
const ANY_LINES = [
  ...["POST /api/setup code", "POST /api/setup/standby code", "POST /api/device-auth/activate code"],
  ...["PUT /api/standby/promotion code", "POST /api/articles/{id}/codes code"],
];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, Property>;
}
interface Operation {
  readonly requestBody?: { readonly content?: Record<string, { readonly schema?: Schema }> };
}
interface Property {
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
}

test("no endpoint takes a line break in a name or a code: 400 that names the field", async () => {
  const { admin } = await startServer();
  const { anonymous } = await startServer({ empty: true });
  const { body: description } = await admin.get("/api/openapi.json");
  const taken: string[] = [];
  let refused = 0;
  for (const [path, operations] of Object.entries<Record<string, Operation>>(description.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const declared = operation.requestBody?.content?.["application/json"]?.schema;
      const schema: Schema | undefined =
        declared?.$ref === undefined
          ? declared
          : description.components.schemas[declared.$ref.split("/").at(-1) ?? ""];
      const names = Object.entries(schema?.properties ?? {}).filter(
        ([name, { type, enum: values }]) =>
          NAME.test(name) && [type].flat().includes("string") && values === undefined,
      );
      if (names.length === 0) continue;
      const key = `${method.toUpperCase()} ${path}`;
      const sent = Object.fromEntries(names.map(([name]) => [name, "A\nB"]));
      // Where there are users, nothing is set up any more.
      const client = path === "/api/setup" ? anonymous : admin;
      const { status, body } = await client.send(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"), sent);
      for (const [name] of names) {
        const fault = body?.errors?.find((one: { path: string }) => one.path === name);
        if (fault?.message === MESSAGE) refused++;
        else taken.push(`${key} ${name}: ${status} ${fault?.message}`);
      }
    }
  expect(refused).toBeGreaterThan(30);
  expect(taken.filter((one) => !ANY_LINES.some((key) => one.startsWith(`${key}:`)))).toEqual([]);
});

test.each(["\n", "\r", "\r\n", "\u2028", "\u2029"])(
  "%j is a line break within a name, and at its end is left out",
  async (end) => {
    const admin = await (await startServer()).as("admin");
    const { status, body } = await admin.post("/api/locations", { name: `Hall${end}A` });
    expect([status, body.errors]).toEqual([400, [{ path: "name", message: MESSAGE }]]);
    expect((await admin.post("/api/locations", { name: `Hall B${end}` })).body.name).toBe("Hall B");
  },
);

test("a note keeps its lines", async () => {
  const admin = await (await startServer()).as("admin");
  const { body: article } = await admin.get("/api/articles/1/full");
  const { status } = await admin.put("/api/articles/1/full", { note: "First\nsecond" });
  expect([status, (await admin.get("/api/articles/1/full")).body.note, article.oid]).toEqual([
    200,
    "First\nsecond",
    1,
  ]);
});
