import { expect, test } from "vitest";
import { startProxy } from "../harness/network-proxy.ts";
import { startServer } from "../harness/server.ts";

const statusOf = (url: string) =>
  fetch(`${url}/api/version`).then(
    ({ status }) => status,
    () => "away",
  );

test("a line that is cut answers nobody, and again when it is mended", async () => {
  const proxy = await startProxy((await startServer()).url);
  expect(await statusOf(proxy.url)).toBe(200);
  proxy.cut();
  expect(await statusOf(proxy.url)).toBe("away");
  proxy.restore();
  expect(await statusOf(proxy.url)).toBe(200);
});

test("what was sent over a stalled line arrives after it is mended", async () => {
  const proxy = await startProxy((await startServer()).url);
  proxy.stall();
  let answer: unknown = null;
  const asked = statusOf(proxy.url).then((status) => {
    answer = status;
  });
  expect(await statusOf((await startServer()).url)).toBe(200);
  expect(answer).toBe(null);
  proxy.restore();
  await asked;
  expect(answer).toBe(200);
});

test("an answer gets lost, yet the box has done what was asked", async () => {
  const server = await startServer();
  const manager = await server.as("manager");
  const proxy = await startProxy(server.url);
  const { body } = await manager.get("/api/articles/1");
  proxy.loseResponses();
  const token = await server.tokenOf("manager");
  const change = fetch(`${proxy.url}/api/articles/1`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, name: "Renamed" }),
  });
  await expect(change).rejects.toThrow("fetch failed");
  expect((await manager.get("/api/articles/1")).body.name).toBe("Renamed");
});

test("a request is held in its middle, all others pass, and it breaks off when the line is mended", async () => {
  const server = await startServer();
  const manager = await server.as("manager");
  const proxy = await startProxy(server.url);
  const reached = proxy.holdRequest(/^PUT /);
  const change = fetch(`${proxy.url}/api/articles/1`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${await server.tokenOf("manager")}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ ...(await manager.get("/api/articles/1")).body, name: "Renamed" }),
  });
  const broken = expect(change).rejects.toThrow("fetch failed");
  await reached;
  expect(await statusOf(proxy.url)).toBe(200);
  proxy.restore();
  await broken;
  expect((await manager.get("/api/articles/1")).body.name).not.toBe("Renamed");
});
