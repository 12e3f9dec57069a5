import { expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { beginPost, statusOf } from "./raw-request.ts";
import { pairDevice } from "./terminal.ts";

// Whoever has a stolen token begins a request before the token ends, and sends the last byte of its body after that.

const GENERATE = "/api/device-auth/generate-code";
const MANAGER = 2;

/** Begins a request whose last byte is missing; it has been authenticated. */
async function begin(server: TestServer, token: string, path: string, body: object) {
  const text = JSON.stringify(body);
  const port = Number(new URL(server.url).port);
  const held = await beginPost(port, "127.0.0.9", { path, token, length: text.length }, text.slice(0, -1));
  // The server has read the first head when it answers a later request.
  expect((await server.anonymous.get("/api/version")).status).toBe(200);
  return {
    async finish(): Promise<number | null> {
      held.socket.write(text.slice(-1));
      await eventually(() => expect(statusOf(held)).not.toBeNull());
      return statusOf(held);
    },
  };
}

const endings: [string, (server: TestServer) => Promise<{ readonly status: number }>, number][] = [
  [
    "a reset",
    async (server) => (await server.as("admin")).put(`/api/users/${MANAGER}/secrets`, { pin: "826413" }),
    401,
  ],
  [
    "a deactivation",
    async (server) => (await server.as("admin")).put(`/api/users/${MANAGER}`, { isActive: false }),
    401,
  ],
  [
    "the loss of the role",
    async (server) => (await server.as("admin")).put(`/api/users/${MANAGER}`, { roles: ["User"] }),
    403,
  ],
];

test.each(endings)(
  "a request whose body ends after %s of its user changes nothing",
  async (_, end, status) => {
    const server = await startServer();
    const token = await server.tokenOf("manager");
    const location = await begin(server, token, "/api/locations", { name: "A late one", code: "LATE-1" });
    const code = await begin(server, token, GENERATE, { kind: "terminal" });
    expect((await end(server)).status).toBeLessThan(300);
    expect([await location.finish(), await code.finish()]).toEqual([status, status]);
    const admin = await server.as("admin");
    const { body: found } = await admin.get("/api/locations/findByName?name=A%20late%20one");
    expect(found).toEqual([]);
  },
);

test("a request whose body ends after its device was paired again makes no code for that device", async () => {
  const server = await startServer();
  const phone = await pairDevice(server, "manager");
  const held = await begin(server, phone.accessToken, GENERATE, { kind: "personal" });
  const { body } = await (await server.as("manager")).post(GENERATE);
  const previousDeviceToken = phone.deviceToken;
  await server.anonymous.post("/api/device-auth/activate", { code: body.code, previousDeviceToken });
  expect(await held.finish()).toBe(401);
});
