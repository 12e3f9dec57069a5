import { expect, test } from "vitest";
import { startProxy } from "../harness/network-proxy.ts";
import { startServer } from "../harness/server.ts";

const readStatus = (url: string) =>
  fetch(`${url}/api/version`).then(
    ({ status }) => status,
    () => "away",
  );

test("a request over a stalled connection arrives once it is restored", async () => {
  const proxy = await startProxy((await startServer()).url);
  proxy.stall();
  let response: unknown = null;
  const request = readStatus(proxy.url).then((status) => {
    response = status;
  });
  expect(await readStatus((await startServer()).url)).toBe(200);
  expect(response).toBe(null);
  proxy.restore();
  await request;
  expect(response).toBe(200);
});

test("one request is held in its middle while others pass, and fails when the connection is restored", async () => {
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
  expect(await readStatus(proxy.url)).toBe(200);
  proxy.restore();
  await broken;
  expect((await manager.get("/api/articles/1")).body.name).not.toBe("Renamed");
});
