import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { pdfText } from "../harness/pdf.ts";
import { startServer } from "../harness/server.ts";
import { createOperation, results, send } from "../inventories/count-requests.ts";
import { cellsIn } from "../tables/reading.ts";
import { pairSharedTerminal } from "./terminal.ts";

// On a shared terminal any user may send counts of another one who logged in there. All views name both.

const UMA = { id: 3, fullName: "Uma Svoboda" };
const MAX = { id: 2, fullName: "Max Dvorak" };
const INVENTORY = 3;

/**
 * Uma's counts of an item and of an unknown code: sent by herself, by Max who is logged in, and by the terminal without a
 * user.
 */
async function countedByUma() {
  const server = await startServer();
  const { device, deviceTokenId, logIn } = await pairSharedTerminal(server);
  const [asUma, asMax] = [await logIn(UMA.id, "3333"), await logIn(MAX.id, "2222")];
  const deliver = async (sender: Client, itemId: number, code: string) => {
    const counts = [
      createOperation({ itemId, quantity: 1, userId: UMA.id }),
      createOperation({ code, quantity: 1, locationId: 3, userId: UMA.id }),
    ];
    expect(results(await send(sender, INVENTORY, counts))).toEqual(["applied", "unknown"]);
  };
  await deliver(asUma, 111, "BY-UMA");
  await deliver(asMax, 112, "BY-MAX");
  await deliver(device, 113, "BY-TERMINAL");
  const manager = await server.as("manager");
  return { manager, deviceTokenId };
}

test("the item's history and the list of unknown codes name both author and sender", async () => {
  const { manager, deviceTokenId } = await countedByUma();
  const lastOf = async (item: number) =>
    (await manager.get(`/api/inventories/items/${item}/history`)).body[0];
  for (const [item, sender] of [
    [111, UMA],
    [112, MAX],
    [113, null],
  ] as const) {
    expect(await lastOf(item)).toMatchObject({
      user: UMA,
      device: { id: deviceTokenId },
      operation: { sender },
    });
  }
  const { body } = await manager.get(`/api/inventories/${INVENTORY}/operations?state=unknown`);
  const senders = body.map(({ code, user, sender }: { code: string; user: object; sender: object }) => [
    code,
    user,
    sender,
  ]);
  expect(senders.slice(0, 3)).toEqual([
    ["BY-TERMINAL", UMA, null],
    ["BY-MAX", UMA, MAX],
    ["BY-UMA", UMA, UMA],
  ]);
});

test("the report names both, as JSON, workbook and PDF", async () => {
  const { manager, deviceTokenId } = await countedByUma();
  await manager.put(`/api/inventories/${INVENTORY}/finish`);
  const report = (format: string, language = "en") =>
    manager.get(`/api/inventories/${INVENTORY}/report?format=${format}`, { "Accept-Language": language });

  const { body } = await report("json");
  const own = body.counters.filter(
    ({ device }: { device: { id: number } | null }) => device?.id === deviceTokenId,
  );
  expect(
    own.map(({ user, sender, counts }: { user: object; sender: object; counts: number }) => [
      user,
      sender,
      counts,
    ]),
  ).toEqual([
    [UMA, null, 2],
    [UMA, MAX, 2],
    [UMA, UMA, 2],
  ]);
  const codes = new Map(
    body.unknownCodes.map(({ code, sender }: { code: string; sender: object }) => [code, sender]),
  );
  expect([codes.get("BY-UMA"), codes.get("BY-MAX"), codes.get("BY-TERMINAL")]).toEqual([UMA, MAX, null]);

  const device = own[0].device.name;
  const texts = [
    `Uma Svoboda (${device}): 2 counts`,
    `Uma Svoboda (${device}, sent by Max Dvorak)`,
    `Uma Svoboda (${device}, nobody logged in)`,
  ];
  const words = await pdfText((await report("pdf")).bytes);
  for (const each of texts) expect(words).toContain(each);
  const inCzech = await pdfText((await report("pdf", "cs")).bytes);
  expect(inCzech).toContain("odeslal(a) Max Dvorak");
  expect(inCzech).toContain("nikdo nepřihlášen");

  const [head, ...rows] = await cellsIn((await report("xlsx")).bytes, "Unknown codes");
  const at = head?.indexOf("Sent by") ?? -1;
  const sentBy = new Map(rows.map((row) => [row[0], row[at]]));
  expect([sentBy.get("BY-UMA"), sentBy.get("BY-MAX"), sentBy.get("BY-TERMINAL")]).toEqual([
    "Uma Svoboda",
    "Max Dvorak",
    "nobody logged in",
  ]);
});
