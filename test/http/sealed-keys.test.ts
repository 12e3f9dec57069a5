import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";

// Creations whose response, or request, has a secret: a repeated request gets the same response, and the secret is not stored.

const server = sharedServer();
const { admin } = server;

interface Creation {
  readonly path: string;
  readonly body: object;
  /** What nobody may read in the database. */
  readonly secret: (body: Record<string, unknown>) => string;
}

const CREATIONS: readonly Creation[] = [
  {
    path: "/api/webhooks",
    body: { name: "Sealed", url: "https://erp.example.com/in" },
    secret: ({ secret }) => String(secret),
  },
  {
    path: "/api/service-accounts",
    body: { name: "Sealed", scopes: ["articles:read"] },
    secret: ({ key }) => String(key),
  },
  {
    path: "/api/users",
    body: {
      userName: "sealed",
      firstName: "S",
      lastName: "S",
      roles: ["User"],
      password: "a long secret 8x",
    },
    secret: () => "a long secret 8x",
  },
];

const stored = () =>
  JSON.stringify(
    server.appliance.dependencies.storage.db
      .query({ sql: "SELECT key, body, hex(fingerprint) AS print FROM idempotencyRecord", reads: [] }, [])
      .all(),
  );

describe.each(CREATIONS)("POST $path", ({ path, body, secret }) => {
  test("a repeated key makes one record, with the same response", async () => {
    const key = randomUUID();
    const count = async () => (await admin.get(path)).body.length;
    const before = await count();
    const [first, second] = await Promise.all(
      [1, 2].map(() => admin.post(path, body, { "Idempotency-Key": key })),
    );
    const third = await admin.post(path, body, { "Idempotency-Key": key });
    expect([first?.status, second?.status, third.status], first?.text).toEqual([201, 201, 201]);
    expect([second?.text, third.text]).toEqual([first?.text, first?.text]);
    expect(await count()).toBe(before + 1);
    expect(stored()).not.toContain(secret(first?.body));
    expect(stored()).not.toContain(key);
  });

  test("the key with another body is 400, and makes nothing", async () => {
    const key = randomUUID();
    const name = path === "/api/users" ? "userName" : "name";
    await admin.post(path, { ...body, [name]: "one" }, { "Idempotency-Key": key });
    const { status } = await admin.post(path, { ...body, [name]: "two" }, { "Idempotency-Key": key });
    expect(status).toBe(400);
  });
});

test("a repeated key gets the same pairing code, which is not stored", async () => {
  const make = (key: string) => admin.post("/api/device-auth/generate-code", {}, { "Idempotency-Key": key });
  const key = randomUUID();
  const first = await make(key);
  expect((await make(key)).text).toBe(first.text);
  expect((await make(randomUUID())).body.code).not.toBe(first.body.code);
  expect(stored()).not.toContain(first.body.code);
});

test.each(CREATIONS.filter(({ path }) => path !== "/api/users"))(
  "a key that could be guessed is ignored at $path, and nothing of the request is stored",
  async ({ path, body }) => {
    const before = stored();
    const { status } = await admin.post(path, { ...body, name: "guessed" }, { "Idempotency-Key": "1" });
    expect([status, stored()]).toEqual([201, before]);
  },
);

describe("a short key of a user", () => {
  const user = {
    ...{ userName: "short", firstName: "S", lastName: "S", roles: ["User"] },
    password: "a long secret 9x",
  };
  const post = (body: object) => admin.post("/api/users", body, { "Idempotency-Key": "8f14e45f" });

  test("makes one user, with the same response", async () => {
    const [first, second] = [await post(user), await post(user)];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  });

  test("with another body is 400", async () => {
    expect((await post({ ...user, firstName: "Other" })).status).toBe(400);
  });

  test("keeps nothing by which the password could be guessed: another one is the same request", async () => {
    const [first, second] = [await post(user), await post({ ...user, password: "another secret 9x" })];
    expect([second.status, second.text]).toEqual([201, first.text]);
  });
});
