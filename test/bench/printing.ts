import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Caller } from "./caller.ts";
import type { Figure } from "./figures.ts";
import type { Product } from "./product.ts";
import { median, percentile } from "./statistics.ts";

/** Has no status question: the printer's close alone confirms. */
const EPL = 5;
const TEMPLATE = 'N\nA16,16,0,3,1,1,N,"{{name}}"\nB16,64,0,1,2,2,64,N,"{{code}}"\nP1\n';
const LABEL_END = "\nP1\n";
/** IANA has not assigned it, and it is no ephemeral port, which could connect to itself. */
const DEAD_PORT = 4;
const LIVING_PRINTERS = 19;
const CALLERS = 8;
const PAUSE_MS = 5;
const DONE = 3;
const MAX_SECONDS = 60;
const LABELS_PER_SECOND = 2000;

/** A printer that reads everything as fast as it can, sends nothing, and closes in order after its peer has. */
interface Sink {
  readonly port: number;
  /** The times of whole labels. */
  readonly arrivals: number[];
  close(): void;
}

/** Prints through the product to sinks of the bench. Throws when a label is lost or doubled. */
export async function measurePrinting(product: Product, labels: number): Promise<Figure[]> {
  const office = new Caller(product);
  const format = { name: "Bench", template: TEMPLATE, printerTypeId: EPL };
  const { oid: labelFormatId } = await office.demand<{ oid: number }>("POST", "/api/printingformats", format);
  const addPrinter = async (name: string, port: number) => {
    const printer = { name, ipAddress: "127.0.0.1", port, printerTypeId: EPL };
    return (await office.demand<{ oid: number }>("POST", "/api/printingprinters", printer)).oid;
  };
  const sinks = await Promise.all(Array.from({ length: LIVING_PRINTERS }, startSink));
  const printers: number[] = [];
  for (const { port } of sinks) printers.push(await addPrinter(`Bench ${port}`, port));
  const dead = await addPrinter("Bench dead", DEAD_PORT);
  const [first = 0] = printers;
  const ask = (caller: Caller, articleId: number, printerId: number) =>
    caller.demand<{ oid: number }>("POST", "/api/pda/printing/print", {
      articleId,
      printerId,
      labelFormatId,
    });

  /** Labels a second from the first request to the last one's last byte. */
  const speedOf = async (expected: number, print: () => Promise<unknown>) => {
    for (const { arrivals } of sinks) arrivals.length = 0;
    const began = performance.now();
    const printed = print();
    await untilArrived(sinks, expected);
    const last = Math.max(...sinks.flatMap(({ arrivals }) => arrivals));
    await printed;
    if (sinks.reduce((sum, { arrivals }) => sum + arrivals.length, 0) !== expected)
      throw new Error("a label was printed twice");
    return (expected / (last - began)) * 1000;
  };
  const byRequests = async (lanes: readonly number[]) => {
    const callers = Array.from({ length: CALLERS }, () => new Caller(product));
    const ids = Array.from({ length: labels }, (_, index) => index + 1);
    const sending = ids[Symbol.iterator]();
    const expected = ids.filter((id) => lanes[id % lanes.length] !== dead).length;
    const speed = await speedOf(expected, () =>
      Promise.all(
        callers.map(async (caller) => {
          for (const id of sending) await ask(caller, id, lanes[id % lanes.length] ?? first);
        }),
      ),
    );
    for (const caller of callers) caller.close();
    return speed;
  };
  const byJob = () => {
    const ids = Array.from({ length: labels }, (_, index) => index + 1);
    const wanted = { ids, printerId: first, labelFormatId };
    return speedOf(labels, () => office.demand("POST", "/api/articles/bulk-labels", wanted));
  };
  const idle = async (count: number) => {
    const times: number[] = [];
    for (const { arrivals } of sinks) arrivals.length = 0;
    for (let label = 1; label <= count; label++) {
      const began = performance.now();
      const { oid } = await ask(office, label, first);
      await untilArrived(sinks, label);
      times.push((sinks[0]?.arrivals.at(-1) ?? Number.NaN) - began);
      // The server must be idle before the next one.
      while ((await office.demand<{ stateId: number }>("GET", `/api/printrequests/${oid}`)).stateId !== DONE)
        await sleep(PAUSE_MS);
      await sleep(PAUSE_MS);
    }
    return Float64Array.from(times).sort();
  };
  const thrice = async (measure: () => Promise<number>) =>
    median([await measure(), await measure(), await measure()]);

  // Not counted: everything has run once.
  await idle(20);
  await byRequests(printers);
  const times = await idle(Math.min(150, labels));
  const figures = [
    { what: "idle printer: request to last byte, p50 ms", value: percentile(times, 0.5) },
    { what: "idle printer: request to last byte, p99 ms", value: percentile(times, 0.99) },
    {
      what: "one lane: labels a second",
      value: await thrice(() => byRequests([first])),
      atLeast: LABELS_PER_SECOND,
    },
    { what: "one lane, one job: labels a second", value: await thrice(byJob), atLeast: LABELS_PER_SECOND },
    { what: "20 lanes, one dead: labels a second", value: await byRequests([...printers, dead]) },
  ];
  for (const sink of sinks) sink.close();
  office.close();
  return figures;
}

async function startSink(): Promise<Sink> {
  const arrivals: number[] = [];
  const server = createServer((socket) => {
    let bytes = "";
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      bytes += part;
      if (bytes.endsWith(LABEL_END)) arrivals.push(performance.now());
    });
    // A broken connection delivers no label, which is then missing.
    socket.on("error", () => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, arrivals, close: () => server.close() };
}

async function untilArrived(sinks: readonly Sink[], count: number): Promise<void> {
  const end = performance.now() + MAX_SECONDS * 1000;
  for (;;) {
    const arrived = sinks.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
    if (arrived >= count) return;
    if (performance.now() > end) throw new Error(`${arrived} of ${count} labels came to the printers`);
    await sleep(1);
  }
}
