import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { INVENTORY, openCoreCount } from "./core-count.ts";

// The office sees an open question of a terminal, also where nothing is to be sent.

interface Scanned {
  readonly verdict: string;
  readonly entry: { readonly seq: number };
}

describe.each(OLDEST)("an open question in %s", (browser) => {
  test("is pending for the office with an empty queue, until it is answered", async () => {
    const { server, proxy, terminal, singles, spot } = await openCoreCount(browser);
    const manager = await server.as("manager");
    const pending = async () => {
      const { body } = await manager.get(`/api/inventories/${INVENTORY}/progress?details=true`);
      const numbers = (body.terminals as readonly { pending: number }[]).map((one) => one.pending);
      return numbers.reduce((sum, number) => sum + number, 0);
    };
    const [single] = singles;
    const code = JSON.stringify(single?.article.code);
    const elsewhere = `{ inventoryId: ${INVENTORY}, placeId: ${single?.locationId === 1 ? 2 : 1} }`;
    await terminal.call(`core.scan(${code}, ${spot})`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    proxy.cut();
    const first = await terminal.call<Scanned>(`core.scan(${code}, ${elsewhere})`);
    expect(first.verdict).toBe("asked");
    expect(await pending()).toBe(0);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await expect.poll(pending).toBe(1);
    await terminal.call(`core.change.answerQuestion(${first.entry.seq}, { kind: "skip" })`);
    await expect.poll(pending).toBe(0);
    const second = await terminal.call<Scanned>(`core.scan(${code}, ${elsewhere})`);
    await expect.poll(pending).toBe(1);
    const finished = await manager.put(`/api/inventories/${INVENTORY}/finish`);
    expect(finished.body.pending).toBe(1);
    await terminal.call(`core.change.answerQuestion(${second.entry.seq}, { kind: "moved" })`);
    await expect.poll(pending).toBe(0);
  });
});
