import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";

// The hosts that may read the metrics. The tests run on the server's host, so other hosts are simulated by a trusted proxy.

const server = sharedServer({
  settings: {
    HTTP_TRUSTED_PROXIES: "127.0.0.0/8",
    METRICS_ALLOWED_ADDRESSES: "192.168.7.0/24, 10.1.2.3, fd00:7::/64, fd00:8::5",
  },
});

test.each<[string, string | null, number]>([
  ["127.0.0.1", null, 200],
  ["::1", null, 200],
  ["192.168.1.5", null, 401],
  ["192.168.1.5", "user", 403],
  ["192.168.1.5", "manager", 403],
  ["192.168.1.5", "admin", 200],
  ["192.168.1.5", "admin2", 403],
  ["192.168.7.9", null, 200],
  ["192.168.7.9", "user", 403],
  ["::ffff:192.168.7.9", null, 200],
  ["192.168.8.9", null, 401],
  ["10.1.2.3", null, 200],
  ["10.1.2.4", null, 401],
  ["fd00:7::1", null, 200],
  ["fd00:7:0:0:ffff::1", null, 200],
  ["fd00:7:0:1::1", null, 401],
  ["fd00:8::5", null, 200],
  ["fd00:8::6", null, 401],
  ["192.168.7.9, 192.168.1.5", null, 401],
  ["127.0.0.1, 192.168.1.5", null, 401],
])("a request from %s with %s is %i", async (address, userName, status) => {
  const client = userName === null ? server.anonymous : await server.as(userName);
  const response = await client.get("/metrics", { "X-Forwarded-For": address });
  expect(response.status).toBe(status);
  if (status === 401) expect(response.headers.get("www-authenticate")).toBe("Bearer");
  if (status !== 200) expect(response.text).not.toContain("tallybox_");
});

test("a bad token is 401, also from the server's own host", async () => {
  const client = server.withToken("nonsense");
  expect((await client.get("/metrics", { "X-Forwarded-For": "192.168.1.5" })).status).toBe(401);
  expect((await client.get("/metrics")).status).toBe(401);
});

test("health is open to every host", async () => {
  for (const path of ["/health", "/health/ready"])
    expect((await server.anonymous.get(path, { "X-Forwarded-For": "203.0.113.9" })).status).toBe(200);
});
