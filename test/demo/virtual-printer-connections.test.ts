import { expect, test } from "vitest";
import { connectClient, createPrinter } from "./peer.ts";

// How the virtual printer behaves, and misbehaves, over real sockets.

const LABEL = "^XA^FO1,1^FDA^FS^XZ";
const _READY =
  "\x02030,0,0,0200,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n";

test("refuseSecond: a second connection is refused, and the next one accepted as soon as the first has ended", async () => {
  const printer = await createPrinter({ language: "zpl" }, { refusesSecond: true });
  const first = await connectClient(printer);
  await first.send(LABEL);
  await printer.waitUntil(({ labelsOut }) => labelsOut === 1);
  expect((await connectClient(printer)).ending()).toBe("refused");
  await first.finish();
  const second = await connectClient(printer);
  await second.send(LABEL);
  await second.finish();
  expect(printer.labels.map(({ connection }) => connection)).toEqual([1, 2]);
});

test("secondWaits: a second connection is served after the first", async () => {
  const printer = await createPrinter({ language: "zpl" }, { queuesSecond: true });
  const first = await connectClient(printer);
  await first.send(LABEL);
  await printer.waitUntil(({ labelsOut }) => labelsOut === 1);
  const second = await connectClient(printer);
  await second.send(`${LABEL}${LABEL}`);
  await first.send(LABEL);
  await first.finish();
  await second.finish();
  expect(printer.labels.map(({ connection }) => connection)).toEqual([1, 1, 2, 2]);
});

test("away: the printer refuses and breaks connections, forgets unprinted labels, and returns at its port", async () => {
  const printer = await createPrinter({ language: "zpl" }, { paused: true });
  const open = await connectClient(printer);
  await open.send(LABEL);
  await printer.waitUntil(({ labelsWaiting }) => labelsWaiting === 1);
  printer.turnOff();
  await open.until(({ ending }) => ending() === "reset");
  expect((await connectClient(printer)).ending()).toBe("refused");
  expect([printer.isOff, printer.labelsWaiting]).toEqual([true, 0]);
  await printer.turnOn();
  printer.clearFaults();
  const peer = await connectClient(printer);
  await peer.send(LABEL);
  await peer.finish();
  expect([printer.isOff, printer.labelsOut]).toEqual([false, 1]);
});

test("a client that disconnects in a label is recorded as that, and the next one is served", async () => {
  const printer = await createPrinter({ language: "zpl" });
  const peer = await connectClient(printer);
  const begun = `${LABEL}^XA^FDbegun`;
  await peer.send(begun);
  await printer.waitUntil(({ connections }) => connections[0]?.receivedBytes === begun.length);
  peer.socket.resetAndDestroy();
  await printer.waitUntil(({ connections }) => connections[0]?.ending === "reset");
  const next = await connectClient(printer);
  await next.send(LABEL);
  await next.finish();
  expect(printer.labels.map(({ connection }) => connection)).toEqual([1, 2]);
});

test("a printer that is switched off and on at once keeps its port, even with a connection open at that moment", async () => {
  const printer = await createPrinter({ language: "zpl" });
  for (let round = 1; round <= 5; round++) {
    const peer = await connectClient(printer);
    await peer.send(LABEL);
    await printer.waitUntil(({ labelsOut }) => labelsOut === round);
    printer.turnOff();
    await printer.turnOn();
  }
  const peer = await connectClient(printer);
  await peer.send(LABEL);
  await peer.finish();
  expect([printer.isOff, printer.labelsOut]).toEqual([false, 6]);
});

test("of twenty connections at once every label is whole and counted", async () => {
  const printer = await createPrinter({ language: "zpl" });
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const peer = await connectClient(printer);
      for (let label = 0; label < 50; label++) await peer.send(`^XA^FD${index}-${label}^FS^XZ`);
      await peer.finish();
      expect(peer.ending()).toBe("closed");
    }),
  );
  expect(new Set(printer.labels.map(({ bytes }) => bytes.toString())).size).toBe(1000);
  printer.clear();
  expect([printer.labels.length, printer.labelsOut]).toEqual([0, 1000]);
});

test("a printer asked for a port that is taken listens on another one", async () => {
  const first = await createPrinter({ language: "zpl" });
  const second = await createPrinter({ language: "zpl", port: first.port });
  expect(second.port).not.toBe(first.port);
});
