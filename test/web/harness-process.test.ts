import { expect, test } from "vitest";
import { startServerProcess } from "../harness/server-process.ts";

test("a killed server starts again at its address with all confirmed changes", async () => {
  const server = await startServerProcess();
  const manager = await server.as("manager");
  const { body } = await manager.get("/api/articles/1");
  expect((await manager.put("/api/articles/1", { ...body, name: "Renamed" })).status).toBe(200);
  await server.kill();
  await expect(fetch(`${server.url}/api/version`)).rejects.toThrow("fetch failed");
  await server.start();
  expect((await manager.get("/api/articles/1")).body.name).toBe("Renamed");
});

test("a server can have any number of articles", async () => {
  const server = await startServerProcess({ articles: 20 });
  const { body } = await (await server.as("user")).get("/api/articles/page?withTotal=true");
  expect(body.total).toBe(20);
});
