import { expect, test } from "vitest";
import { added } from "../articles/samples.ts";
import { startServerProcess } from "../harness/server-process.ts";
import { times } from "../harness/times.ts";
import { attach, createPdf } from "./attach.ts";

test("attachments that were acknowledged before a kill are there whole after it", async () => {
  const server = await startServerProcess();
  const acknowledged = new Map<string, Buffer>();
  const { oid } = await added(await server.as("manager"), "KILLED");
  for (let kill = 0; kill < times(3); kill++) {
    const manager = await server.as("manager");
    let count = 0;
    let killing: Promise<void> | null = null;
    await Promise.allSettled(
      Array.from({ length: 12 }, async () => {
        const bytes = createPdf(20_000);
        const { status, body } = await attach(manager, oid, bytes);
        expect(status).toBe(201);
        acknowledged.set(body.url, bytes);
        if (++count === 4) killing = server.kill();
      }),
    );
    await (killing ?? server.kill());
    expect(count).toBeGreaterThanOrEqual(4);
    await server.start();
  }
  const manager = await server.as("manager");
  for (const [url, bytes] of acknowledged) expect((await manager.get(url)).bytes.equals(bytes)).toBe(true);
});
