import { expect, test } from "vitest";
import { aBoxProcess } from "../harness/box-process.ts";

test("a killed box comes back at its address with what it had acknowledged", async () => {
  const box = await aBoxProcess();
  const manager = await box.as("manager");
  const { body } = await manager.get("/api/articles/1");
  expect((await manager.put("/api/articles/1", { ...body, name: "Renamed" })).status).toBe(200);
  await box.kill();
  await expect(fetch(`${box.url}/api/version`)).rejects.toThrow("fetch failed");
  await box.start();
  expect((await manager.get("/api/articles/1")).body.name).toBe("Renamed");
});

test("a box can have as large a warehouse as a test wants", async () => {
  const box = await aBoxProcess({ articles: 20 });
  const { body } = await (await box.as("user")).get("/api/articles/page?withTotal=true");
  expect(body.total).toBe(20);
});
