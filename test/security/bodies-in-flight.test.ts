import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { beginPost, statusOf } from "./raw-request.ts";

const ATTACKER = "127.0.0.66";
const WORKER = "127.0.0.7";
const KIB = 1024;
const MIB = KIB * KIB;
const HALF = "x".repeat(100 * KIB);

const post = (token: string) => ({ path: "/api/locations", token, length: 200 * KIB });

test("running request bodies share a budget: an address above its share gets Retry-After, and others succeed", async () => {
  const bodyBytes = { total: 1000 * KIB, each: 250 * KIB };
  const server = await startServer({ requestLimits: { bodyBytes } });
  const { port } = server.appliance;
  const token = await server.tokenOf("manager");
  const bodies = [
    await beginPost(port, ATTACKER, post(token), HALF),
    await beginPost(port, ATTACKER, post(token), HALF),
    await beginPost(port, ATTACKER, post(token), HALF),
  ];
  // The order of arrival is not under the client's control.
  await expect.poll(() => bodies.map(statusOf).toSorted()).toEqual([503, null, null]);
  const refused = bodies.find((body) => statusOf(body) === 503);
  expect(refused?.received).toMatch(/\r\nRetry-After: \d+\r\n.*"message":"The server is receiving too much/s);
  const other = await beginPost(port, WORKER, { ...post(token), length: 2 }, "{}");
  await expect.poll(() => statusOf(other)).toBe(400);
});

test("the total budget of all addresses is limited too", async () => {
  const bodyBytes = { total: 150 * KIB, each: 120 * KIB };
  const server = await startServer({ requestLimits: { bodyBytes } });
  const { port } = server.appliance;
  const token = await server.tokenOf("manager");
  const first = await beginPost(port, ATTACKER, post(token), HALF);
  const second = await beginPost(port, "127.0.0.67", post(token), HALF);
  await expect.poll(() => [first, second].map(statusOf).toSorted()).toEqual([503, null]);
});

test("a request's share is released when it ends, is refused or breaks off", async () => {
  const bodyBytes = { total: 150 * KIB, each: 150 * KIB };
  const server = await startServer({ requestLimits: { bodyBytes } });
  const { port } = server.appliance;
  const token = await server.tokenOf("manager");
  const name = "x".repeat(100);
  const whole = JSON.stringify({ name, padding: "x".repeat(90 * KIB) });
  for (const body of [whole, `${whole.slice(0, -1)}!`, whole]) {
    const length = Buffer.byteLength(body);
    const asked = await beginPost(port, WORKER, { ...post(token), length }, body);
    await expect.poll(() => statusOf(asked)).toBe(body === whole ? 201 : 400);
  }
  const broken = await beginPost(port, ATTACKER, post(token), HALF);
  broken.socket.destroy();
  const length = Buffer.byteLength(whole);
  await expect
    .poll(async () => {
      const asked = await beginPost(port, WORKER, { ...post(token), length }, whole);
      await expect.poll(() => statusOf(asked)).not.toBe(null);
      return statusOf(asked);
    })
    .toBe(201);
});

test("a body of 8 MiB of counts is still read", async () => {
  const server = await startServer();
  const response = await (await server.as("user")).post("/api/inventories/1/counts", {
    padding: "x".repeat(8 * MIB - 100),
  });
  expect(response.status).toBe(400);
});
