import { expect, test } from "vitest";
import type { Faults } from "../../src/demo/virtual-printer/printer.ts";
import { connectClient, createPrinter } from "./peer.ts";

// How the virtual printer behaves, and misbehaves, over real sockets.

const LABEL = "^XA^FO1,1^FDA^FS^XZ";
const READY =
  "\x02030,0,0,0200,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n";

test("a printer without paper keeps its jobs, reports how many, and prints them later", async () => {
  const printer = await createPrinter({ language: "zpl" }, { paperOut: true });
  const peer = await connectClient(printer);
  await peer.send(`${LABEL}${LABEL.replace("^XZ", "^PQ5^XZ")}^XA^FDbegun~HS`);
  await peer.until(({ received }) => received().length === READY.length);
  expect(peer.received().toString()).toContain("030,1,0,0200,002,0,0,1,");
  expect(printer.labelsWaiting).toBe(6);
  printer.clearFaults();
  expect(printer.labels.map(({ copy, copies }) => `${copy} of ${copies}`)).toEqual([
    "1 of 1",
    ...[1, 2, 3, 4, 5].map((copy) => `${copy} of 5`),
  ]);
});

test("labels take time, and ~HS reports how many of them remain", async () => {
  const printer = await createPrinter({ language: "zpl", msPerLabel: 20 });
  const peer = await connectClient(printer);
  await peer.send(`${LABEL.replace("^XZ", "^PQ3^XZ")}${LABEL}~HS`);
  await peer.until(({ received }) => received().length === READY.length);
  expect(peer.received().toString()).toMatch(/,001,0,0,0,000,.*,00000003,1,000/s);
  await printer.waitUntil(({ labelsOut }) => labelsOut === 4);
  await peer.send("~HS");
  await peer.until(({ received }) => received().length === 2 * READY.length);
  expect(peer.received().toString().slice(READY.length)).toBe(READY);
});

test("GS r is answered when the receipt before it is printed, DLE EOT at once", async () => {
  const printer = await createPrinter({ language: "escpos" }, { headOpen: true });
  const peer = await connectClient(printer);
  await peer.send("text\n\x1dV\x00\x1dr\x01\x10\x04\x01");
  await peer.until(({ received }) => received().length === 1);
  expect([peer.received(), printer.labels]).toEqual([Buffer.of(0x1a), []]);
  printer.clearFaults();
  await peer.until(({ received }) => received().length === 2);
  expect([peer.received()[1], printer.labels.length]).toEqual([0, 1]);
});

test("a printer whose memory is full of labels that can't be printed accepts no more", async () => {
  const printer = await createPrinter({ language: "zpl", memoryBytes: 100 }, { paused: true });
  const peer = await connectClient(printer);
  await peer.send(LABEL.repeat(10));
  await printer.waitUntil(({ labelsWaiting }) => labelsWaiting === 10);
  peer.socket.write(LABEL);
  peer.socket.end();
  printer.clearFaults();
  await peer.until(({ ending }) => ending() === "closed");
  expect(printer.labels).toHaveLength(11);
});

test.each<[Partial<Faults>, { received: number; labels: number; ending: string; output: string }]>([
  [{}, { received: 41, labels: 2, ending: "closed", output: READY }],
  [{ silent: true }, { received: 41, labels: 2, ending: "closed", output: "" }],
  [{ cutStatus: 9 }, { received: 41, labels: 2, ending: "closed", output: READY.slice(0, 9) }],
  [{ silentAfterJob: true }, { received: 41, labels: 2, ending: "closed", output: "" }],
  [{ resetAfter: 0 }, { received: 0, labels: 0, ending: "reset", output: "" }],
  [{ resetAfter: 20 }, { received: 20, labels: 1, ending: "reset", output: "" }],
  [{ resetAfter: 41 }, { received: 41, labels: 2, ending: "reset", output: "" }],
  [{ resetAfterLast: true }, { received: 41, labels: 2, ending: "reset", output: "" }],
  [{ closeEarly: 20 }, { received: 20, labels: 1, ending: "closed", output: "" }],
  [{ closeEarly: 0 }, { received: 0, labels: 0, ending: "closed", output: "" }],
])("with %j two labels and a status query end like this: %j", async (faults, seen) => {
  const printer = await createPrinter({ language: "zpl" }, faults);
  const peer = await connectClient(printer);
  await peer.send(`${LABEL}${LABEL}~HS`);
  await peer.finish();
  // Bytes sent before a reset may be lost with it.
  const reply = peer.ending() === "reset" ? "" : peer.received().toString();
  expect({
    received: printer.connections[0]?.received.length,
    labels: printer.labels.length,
    ending: peer.ending(),
    output: reply,
  }).toEqual(seen);
});

test("silentAfterJob: the printer replies before the job, and not after it", async () => {
  const printer = await createPrinter({ language: "zpl" }, { silentAfterJob: true });
  const peer = await connectClient(printer);
  await peer.send("~HS\r\n");
  await peer.until(({ received }) => received().length === READY.length);
  await peer.send(`${LABEL}~HS`);
  await peer.finish();
  expect(peer.received()).toHaveLength(READY.length);
});

test("lateStatus: the status reply comes later", async () => {
  const printer = await createPrinter({ language: "zpl" }, { lateStatus: 30 });
  const peer = await connectClient(printer);
  await peer.send("~HS");
  await printer.waitUntil(({ connections }) => connections[0]?.received.length === 3);
  expect(peer.received()).toHaveLength(0);
  await peer.until(({ received }) => received().toString() === READY);
});

test("garbage: the printer sends bytes without a query", async () => {
  const printer = await createPrinter({ language: "zpl" }, { garbage: Buffer.from("\x11") });
  const peer = await connectClient(printer);
  await peer.until(({ received }) => received().toString() === "\x11");
  await peer.send("~HS");
  await peer.until(({ received }) => received().toString() === `\x11\x11${READY}`);
});

test("stall: the printer reads nothing until it ends, then everything", async () => {
  const printer = await createPrinter({ language: "zpl" });
  const peer = await connectClient(printer);
  await peer.send(LABEL);
  await printer.waitUntil(({ labelsOut }) => labelsOut === 1);
  printer.setFaults({ stall: true });
  await peer.send(LABEL);
  peer.socket.end();
  const other = await connectClient(printer);
  await other.send(LABEL);
  await printer.waitUntil(({ connections }) => connections.length === 2);
  expect(printer.labelsOut).toBe(1);
  printer.setFaults({ stall: false });
  await peer.until(({ ending }) => ending() === "closed");
  await other.finish();
  expect(printer.labelsOut).toBe(3);
});

test("blackHole: a connection made meanwhile is never read and never closed", async () => {
  const printer = await createPrinter({ language: "zpl" }, { blackHole: true });
  const lost = await connectClient(printer);
  await lost.send(LABEL);
  lost.socket.end();
  await printer.waitUntil(({ connections }) => connections.length === 1);
  printer.clearFaults();
  const peer = await connectClient(printer);
  await peer.send(LABEL);
  await peer.finish();
  expect(printer.labels.map(({ connection }) => connection)).toEqual([2]);
  expect([lost.ending(), printer.connections[0]?.received.length]).toEqual(["open", 0]);
});

test("slow: the printer reads a few bytes at a time", async () => {
  const printer = await createPrinter({ language: "zpl" }, { slow: 100 });
  const peer = await connectClient(printer);
  await peer.send(LABEL);
  const seen = new Set<number>();
  await printer.waitUntil(({ connections, labelsOut }) => {
    seen.add(connections[0]?.received.length ?? 0);
    return labelsOut === 1;
  });
  expect([...seen]).toEqual([0, 5, 10, 15, 19]);
});

test("neverClose: the printer reads everything, sends nothing, and keeps the connection open", async () => {
  const printer = await createPrinter({ language: "zpl" }, { neverClose: true });
  const peer = await connectClient(printer);
  await peer.send(`~HS${LABEL}`);
  peer.socket.end();
  await printer.waitUntil(
    ({ labelsOut, connections }) => labelsOut === 1 && connections[0]?.isHalfClosed === true,
  );
  const later = await connectClient(printer);
  await later.send(LABEL);
  await printer.waitUntil(({ labelsOut }) => labelsOut === 2);
  expect([peer.ending(), peer.received().length]).toEqual(["open", 0]);
  printer.clearFaults();
  await peer.until(({ ending }) => ending() === "closed");
});
