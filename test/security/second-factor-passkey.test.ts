import { expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createAuthenticator } from "./authenticator.ts";
import { firstStep } from "./two-step.ts";

const SETUP = "/api/pwa-auth/second-factor/setup";

/** The server under a host name, where browsers support passkeys. */
async function startNamedServer() {
  const testServer = await startServer();
  const origin = testServer.url.replace("127.0.0.1", "localhost");
  const at = (token: string | null) => new Client(origin, token, () => {});
  return { testServer, origin, at, anonymous: at(null) };
}
type Named = Awaited<ReturnType<typeof startNamedServer>>;

/** Adds a passkey to the demo's Admin, who has the access token after another passkey. */
async function addPasskey({ testServer, origin, at, anonymous }: Named, accessToken?: string) {
  const key = createAuthenticator(origin);
  const token = accessToken ?? (await firstStep(testServer, "admin")).body.accessToken;
  const { body: own } = await at(token).post("/api/me/second-factor/setup");
  const { ticket } = own;
  const { body: options } = await anonymous.post(`${SETUP}/passkey-options`, { ticket });
  const { status, body } = await anonymous.post(SETUP, {
    ticket,
    name: "Laptop",
    passkey: key.create(options),
  });
  return { key, options, status, body };
}

/** Both steps of the Admin's login. */
async function logIn(
  { anonymous }: Named,
  proof: (options: { challenge: string }) => object,
  ticket?: string,
) {
  const first = await anonymous.post("/api/pwa-auth/login-password", {
    userName: "admin",
    password: "admin-demo",
  });
  const used = ticket ?? first.body.ticket;
  const { body: options } = await anonymous.post("/api/pwa-auth/second-factor/passkey-options", {
    ticket: used,
  });
  const passkey = proof(options);
  return {
    first,
    options,
    second: await anonymous.post("/api/pwa-auth/second-factor", { ticket: used, passkey }),
  };
}

test("a passkey can be added, named, and used to log in", async () => {
  const server = await startNamedServer();
  const { key, options, status, body } = await addPasskey(server);
  expect(status).toBe(200);
  expect(body.recoveryCodes).toHaveLength(10);
  expect(options).toMatchObject({ rp: { id: "localhost" }, attestation: "none" });
  const { first, options: asked, second } = await logIn(server, (asked) => key.get(asked));
  expect(first.body.offers).toEqual(["passkey", "recoveryCode"]);
  expect(asked).toMatchObject({ rpId: "localhost", allowCredentials: [{ type: "public-key" }] });
  expect(second.status).toBe(200);
  const own = await server.at(second.body.accessToken).get("/api/me/second-factor");
  expect(own.body.passkeys).toEqual([
    {
      id: expect.any(Number),
      name: "Laptop",
      host: "localhost",
      createdDT: expect.any(String),
      lastUsedDT: expect.any(String),
    },
  ]);
});

test.each<[string, (key: ReturnType<typeof createAuthenticator>, options: { challenge: string }) => object]>([
  ["of another site's page", (key, options) => key.get(options, { from: "https://tallybox.example" })],
  ["of another port's page", (key, options) => key.get(options, { from: "http://localhost:1" })],
  ["to another challenge", (key) => key.get({ challenge: Buffer.alloc(32).toString("base64url") })],
  ["of a copied authenticator", (key, options) => key.get(options, { counts: false })],
  ["with a broken signature", (key, options) => broken(key.get(options))],
])("an assertion %s is refused", async (_, assertion) => {
  const server = await startNamedServer();
  const { key } = await addPasskey(server);
  // So that a copy is behind.
  expect((await logIn(server, (options) => key.get(options))).second.status).toBe(200);
  expect((await logIn(server, (options) => assertion(key, options))).second.status).toBe(401);
  expect((await logIn(server, (options) => key.get(options))).second.status).toBe(200);
});

test("an assertion is valid once, also with the same ticket", async () => {
  const server = await startNamedServer();
  const { key } = await addPasskey(server);
  let assertion: object = {};
  const { first, second } = await logIn(server, (options) => {
    assertion = { ...key.get(options), clientExtensionResults: {} };
    return { ...assertion, id: "another" };
  });
  expect(second.status).toBe(401);
  // The wrong response has used up the challenge.
  const { ticket } = first.body;
  const late = await server.anonymous.post("/api/pwa-auth/second-factor", { ticket, passkey: assertion });
  expect(late.status).toBe(401);
});

test("an unknown authenticator is refused", async () => {
  const server = await startNamedServer();
  await addPasskey(server);
  const stranger = createAuthenticator(server.origin);
  expect((await logIn(server, (options) => stranger.get(options))).second.status).toBe(401);
});

test("a passkey of another page's origin can't be added, nor one that another user has", async () => {
  const server = await startNamedServer();
  const { key, body } = await addPasskey(server);
  const { body: own } = await server.at(body.accessToken).post("/api/me/second-factor/setup");
  const add = async (assertion: (options: { challenge: string }) => object) => {
    const { ticket } = own;
    const { body: options } = await server.anonymous.post(`${SETUP}/passkey-options`, { ticket });
    return server.anonymous.post(SETUP, { ticket, name: "Other", passkey: assertion(options) });
  };
  const foreign = createAuthenticator(server.origin);
  const refused = await add((options) => foreign.create(options, "https://localhost.example"));
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, "passkey"]);
  expect((await add((options) => key.create(options))).status).toBe(400);
  const added = await add((options) => foreign.create(options));
  expect([added.status, added.body.recoveryCodes]).toEqual([200, null]);
});

test("under an IP address no passkey is offered, and none can be added", async () => {
  const server = await startNamedServer();
  await addPasskey(server);
  const { body } = await firstStep(server.testServer, "admin");
  expect(body.offers).toEqual(["recoveryCode"]);
  const { body: manager } = await firstStep(server.testServer, "manager");
  const { body: own } = await server.testServer
    .withToken(manager.accessToken)
    .post("/api/me/second-factor/setup");
  const { status } = await options(server.testServer, own.ticket);
  expect(status).toBe(400);
});

test("only its owner removes a passkey", async () => {
  const server = await startNamedServer();
  const { key, body } = await addPasskey(server);
  const own = server.at(body.accessToken);
  const [passkey] = (await own.get("/api/me/second-factor")).body.passkeys;
  const { body: other } = await firstStep(server.testServer, "manager");
  const path = `/api/me/second-factor/passkeys/${passkey.id}`;
  expect((await server.at(other.accessToken).delete(path)).status).toBe(404);
  expect((await logIn(server, (asked) => key.get(asked))).second.status).toBe(200);
  expect((await own.delete(path)).status).toBe(204);
  expect((await firstStep(server.testServer, "admin")).status).toBe(200);
});

test("a removed passkey can't log in, and the other of two still can", async () => {
  const server = await startNamedServer();
  const { key, body } = await addPasskey(server);
  const [passkey] = (await server.at(body.accessToken).get("/api/me/second-factor")).body.passkeys;
  const { key: second, body: added } = await addPasskey(server, body.accessToken);
  const own = server.at(added.accessToken);
  expect((await own.delete(`/api/me/second-factor/passkeys/${passkey.id}`)).status).toBe(204);
  expect((await logIn(server, (asked) => key.get(asked))).second.status).toBe(401);
  expect((await logIn(server, (asked) => second.get(asked))).second.status).toBe(200);
});

const options = (testServer: TestServer, ticket: string) =>
  testServer.anonymous.post(`${SETUP}/passkey-options`, { ticket });

function broken(assertion: { response: object }): object {
  return {
    ...assertion,
    response: { ...assertion.response, signature: Buffer.alloc(70).toString("base64url") },
  };
}
