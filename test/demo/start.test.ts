import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Article, InventoryDetail, Printer } from "../../src/web/api/types/endpoints.d.ts";
import { cpuSeconds } from "../bench/process.ts";
import { createFolder } from "../harness/folder.ts";
import { ended, isWriting, launch, printed, rowsOf, startDemo } from "./running-demo.ts";
import type { Item } from "./shapes.ts";

const SHOWN = [
  ["user", "/api/articles"],
  ["user", "/api/locations"],
  ["user", "/api/locations/5/articles"],
  ["user", "/api/articles/my-transfers/3"],
  ["user", "/api/articles/my-disposals/3"],
  ["user", "/api/printingformats"],
  ["manager", "/api/inventories/3/items"],
  ["manager", "/api/inventories/6/items"],
  ["user2", "/api/articles"],
  ["user2", "/api/inventories/10/items"],
] as const;

test("the same number of articles gives the same data every time, except for times", async () => {
  const outputs: string[][] = [];
  for (let run = 0; run < 2; run++) {
    const demo = await startDemo(createFolder());
    const responses = await Promise.all(SHOWN.map(([userName, path]) => demo.get(userName, path)));
    outputs.push(
      responses.map((response) => JSON.stringify(response).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*Z"/g, "time")),
    );
    await demo.stop();
  }
  expect(outputs[1]).toEqual(outputs[0]);
});

test("SIGTERM ends the demo with status 0, and the next start keeps the data and the printers' address", async () => {
  const path = createFolder();
  const first = await startDemo(path, "--articles", "10");
  const printers = await first.get<Printer[]>("user", "/api/printingprinters");
  expect(await first.get("user", "/api/inventories/9/items")).toHaveLength(10);
  expect(await first.put("manager", "/api/articles/1", { oid: 1, name: "Kept" })).toBe(200);
  expect(await first.stop()).toBe(0);

  const second = await startDemo(path, "--articles", "77");
  const articles = await second.get<Article[]>("user", "/api/articles");
  expect(articles).toHaveLength(10);
  expect(articles[0]).toMatchObject({ oid: 1, name: "Kept" });
  expect(await second.get("user", "/api/printingprinters")).toEqual(printers);
  expect(await second.stop()).toBe(0);
});

test("printers follow the virtual printer when its port is taken, unless a user changed their address", async () => {
  const path = createFolder();
  const first = await startDemo(path, "--articles", "0");
  const dock = await first.get<Printer>("user", "/api/printingprinters/1");
  expect(await first.put("admin", "/api/printingprinters/1", { ...dock, port: 9100 })).toBe(200);
  const before = await ports(first);
  await first.stop();

  const squatter = createServer().listen(before.get(2), "127.0.0.1");
  await once(squatter, "listening");
  const second = await startDemo(path);
  const after = await ports(second);
  await second.stop();
  squatter.close();
  expect([after.get(1), after.get(3), after.get(4)]).toEqual([9100, before.get(3), before.get(4)]);
  expect(after.get(2)).not.toBe(before.get(2));
});

test("a demo folder whose printers share one port gets a port for each", async () => {
  const path = createFolder();
  const first = await startDemo(path, "--articles", "0");
  const before = await ports(first);
  const office = await first.get<Printer>("user", "/api/printingprinters/2");
  const common = before.get(1);
  expect(await first.put("admin", "/api/printingprinters/2", { ...office, port: common })).toBe(200);
  await first.stop();
  writeFileSync(join(path, "demo-printer-ports"), `9100 ${common}\n`);

  const second = await startDemo(path);
  const after = await ports(second);
  await second.stop();
  expect(new Set([after.get(1), after.get(2), common]).size).toBe(2);
});

async function ports(demo: Awaited<ReturnType<typeof startDemo>>): Promise<Map<number, number>> {
  const printers = await demo.get<Printer[]>("user", "/api/printingprinters");
  return new Map(printers.map(({ oid, port }) => [oid, port]));
}

test.each([0, 1])("with only %i articles the inventories share them", async (articles) => {
  const demo = await startDemo(createFolder(), "--articles", String(articles));
  expect(await demo.get("user", "/api/articles")).toHaveLength(articles);
  const inventories = await demo.get<InventoryDetail[]>("user", "/api/inventories");
  expect(inventories.map(({ oid }) => oid)).toEqual([1, 2, 3, 4, 5, 6, 9]);
  for (const { oid } of inventories) {
    const items = await demo.get<Item[]>("user", `/api/inventories/${oid}/items`);
    expect(items).toHaveLength(Math.min(50, articles));
    expect(new Set(items.map(({ articleId }) => articleId)).size).toBe(items.length);
  }
  expect(await demo.stop()).toBe(0);
});

test("an incomplete fill is invisible, and one that is killed half way starts again", async () => {
  const path = createFolder();
  const killed = launch(path, ["--articles", "100000"]);
  await printed(killed, /^Filling /m);
  await expect.poll(() => isWriting(path)).toBe(true);
  // After thousands of articles, and long before its end: a fill in pieces would have shown some.
  const pid = Number(killed.pid);
  const start = cpuSeconds(pid);
  await expect.poll(() => cpuSeconds(pid)).toBeGreaterThan(start + 0.5);
  expect(rowsOf(path, "SELECT (SELECT count(*) FROM user), (SELECT count(*) FROM article)")).toEqual([
    [0, 0],
  ]);
  killed.kill("SIGKILL");
  await ended(killed);

  const demo = await startDemo(path, "--articles", "450");
  expect(await demo.get("user", "/api/articles")).toHaveLength(450);
  const counted = new Set<number>();
  for (let inventory = 1; inventory <= 9; inventory++) {
    const items = await demo.get<Item[]>("user", `/api/inventories/${inventory}/items`);
    for (const { articleId } of items) counted.add(articleId);
  }
  expect(counted.size).toBe(450);
  expect(await demo.get("user2", "/api/inventories/10/items")).toHaveLength(20);
  await demo.stop();
});
