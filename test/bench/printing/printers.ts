import type { PrintServer } from "./server.ts";
import { type Sink, startSink } from "./sink.ts";

/** A printer's record on the server, and its target: a sink, or nothing (dead). */
export interface BenchPrinter {
  readonly oid: number;
  readonly port: number;
  readonly formatId: number;
  readonly sink: Sink | null;
}

/** A language by its number in the product's catalogue, with a template whose labels end in `end`. */
interface Language {
  readonly name: string;
  readonly typeId: number;
  readonly template: string;
  readonly end: string;
}

/** Has no status question: the printer's close alone confirms. */
export const epl: Language = {
  name: "EPL",
  typeId: 5,
  template: 'N\nA16,16,0,3,1,1,N,"{{name}}"\nB16,64,0,1,2,2,64,N,"{{code}}"\nP1\n',
  end: "\nP1\n",
};

/** Is queried before a label; the sinks do not reply. */
export const zpl: Language = {
  name: "ZPL",
  typeId: 3,
  template: "^XA^FO16,16^A0N,26,26^FD{{name}}^FS^FO16,80^BY2^BCN,64,N^FD{{code}}^FS^XZ\n",
  end: "^XZ\n",
};

// IANA has not assigned it, and it is no ephemeral port, which could connect to itself.
const deadPort = 4;

/** Adds the bench's format of a language; returns its oid. */
export async function addFormat(server: PrintServer, { name, typeId, template }: Language): Promise<number> {
  const format = { name: `Bench ${name}`, template, printerTypeId: typeId };
  const { oid } = await server.post<{ oid: number }>("/api/printingformats", format);
  return oid;
}

/** Adds a printer that leads to a sink of its own. */
export async function addPrinter(
  server: PrintServer,
  language: Language,
  formatId: number,
  name: string,
): Promise<BenchPrinter> {
  const sink = await startSink(language.end);
  return { oid: await register(server, language, name, sink.port), port: sink.port, formatId, sink };
}

/** Adds a printer at an unused port. */
export async function addDeadPrinter(
  server: PrintServer,
  language: Language,
  formatId: number,
): Promise<BenchPrinter> {
  return {
    oid: await register(server, language, "Bench dead", deadPort),
    port: deadPort,
    formatId,
    sink: null,
  };
}

async function register(
  server: PrintServer,
  { typeId }: Language,
  name: string,
  port: number,
): Promise<number> {
  const printer = { name, ipAddress: "127.0.0.1", port, printerTypeId: typeId };
  const { oid } = await server.post<{ oid: number }>("/api/printingprinters", printer);
  return oid;
}
