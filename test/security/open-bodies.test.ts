import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { beginPost, statusOf } from "./raw-request.ts";

const ATTACKER = "127.0.0.66";
const KIB = 1024;
/** Decisions, Bodies. A passkey's response may be longer than 4 KiB, as may a recovery text. */
const KILOBYTES: Readonly<Record<string, number>> = {
  "/api/device-auth/exchange": 8,
  "/api/device-auth/activate": 16,
  "/api/pwa-auth/second-factor": 16,
  "/api/pwa-auth/second-factor/setup": 16,
  "/api/setup/restore": 16,
  "/api/setup/restore/snapshots": 16,
};

test("endpoints without a token read at most 4 KiB, an exchange 8, and a pairing, a passkey or a recovery text 16", async () => {
  const server = await startServer();
  const open = server.appliance.endpoints.filter(
    ({ permission: may, bodySchema }) => may === "anyone" && bodySchema,
  );
  expect(open.map(({ path }) => path)).toEqual(expect.arrayContaining(["/api/pwa-auth/login", "/api/setup"]));
  for (const { method, path } of open) {
    const most = (KILOBYTES[path] ?? 4) * KIB;
    const response = await server.anonymous.send(method, path, { padding: "x".repeat(most) });
    expect([path, response.status]).toEqual([path, 413]);
    const { status } = await server.anonymous.send(method, path, { padding: "x".repeat(most - 100) });
    expect([path, status]).not.toEqual([path, 413]);
  }
});

test("a login body of 1 MiB is refused before it arrives", async () => {
  const { port } = (await startServer()).appliance;
  const login = { path: "/api/pwa-auth/login-pin", length: KIB * KIB };
  const attack = await Promise.all(Array.from({ length: 20 }, () => beginPost(port, ATTACKER, login, "{")));
  await expect.poll(() => attack.map(statusOf)).toEqual(Array(20).fill(413));
});

test("a login body without a length is refused at 4 KiB", async () => {
  const { port } = (await startServer()).appliance;
  const login = { path: "/api/pwa-auth/login-pin" };
  const attack = await beginPost(port, ATTACKER, login, `1001\r\n${"x".repeat(4097)}\r\n`);
  await expect.poll(() => statusOf(attack)).toBe(413);
});

test("a device token of 4 096 characters is an unknown one, not a too large body", async () => {
  const server = await startServer();
  const response = await server.anonymous.post("/api/device-auth/exchange", {
    deviceToken: "x".repeat(4096),
  });
  expect(response.status).toBe(401);
});
