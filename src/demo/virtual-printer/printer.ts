import type { Socket } from "node:net";
import type { PrinterType } from "../../printing/languages/printer-types.ts";
import { Connection, type ConnectionRecord } from "./connection.ts";
import { escposProtocol } from "./escpos-protocol.ts";
import { type Faults, NO_FAULTS } from "./faults.ts";
import { eplProtocol, tsplProtocol } from "./line-protocol.ts";
import { ADDRESS, PrinterListener } from "./listener.ts";
import { PrintEngine, type PrintedLabel } from "./print-engine.ts";
import type { PrinterProtocol, ProtocolDecoder } from "./protocol.ts";
import { starProtocol } from "./star-protocol.ts";
import { zplProtocol } from "./zpl-protocol.ts";

export type { Faults, PrintedLabel };

const PROTOCOLS: Record<PrinterType, () => PrinterProtocol> = {
  zpl: zplProtocol,
  tspl: tsplProtocol,
  epl: eplProtocol,
  escpos: escposProtocol,
  star: starProtocol,
};

export interface VirtualPrinterOptions {
  readonly language: PrinterType;
  /** The preferred port. A free port where it is absent or in use. */
  readonly port?: number;
  /** Time to print one label, in milliseconds; default 0. */
  readonly msPerLabel?: number;
  /** Accepts no more bytes while this many wait to be printed; default 1 MiB. */
  readonly memoryBytes?: number;
  /** Number of labels and of connections to remember; default all. */
  readonly keepLast?: number;
  /** Takes the bytes of a new connection as the rest of a label that the last one interrupted, as real printers do. */
  readonly keepsUnfinished?: boolean;
}

/** A network printer in software, on loopback. All properties are current values. */
export class VirtualPrinter {
  readonly language: PrinterType;
  readonly address = ADDRESS;
  /** Each served connection, the oldest first. */
  readonly connections: readonly ConnectionRecord[];
  readonly #keepLast: number;
  readonly #protocol: PrinterProtocol;
  readonly #keptDecoder: ProtocolDecoder | null;
  readonly #connections: Connection[] = [];
  readonly #engine: PrintEngine;
  readonly #listener: PrinterListener;
  readonly #watchers = new Set<() => void>();
  #faults = NO_FAULTS;
  #accepted = 0;
  #port = 0;

  constructor(options: VirtualPrinterOptions) {
    const { language, keepLast = Number.POSITIVE_INFINITY } = options;
    this.language = language;
    this.connections = this.#connections;
    this.#keepLast = keepLast;
    this.#protocol = PROTOCOLS[language]();
    this.#keptDecoder = options.keepsUnfinished ? this.#protocol.createDecoder() : null;
    this.#engine = new PrintEngine({
      ...options,
      keepLast,
      isBlocked: () => this.#faults.paperOut || this.#faults.headOpen || this.#faults.paused,
      onLabel: () => this.#notify(),
      onRoom: () => this.#resumeConnections(),
    });
    this.#listener = new PrinterListener(NO_FAULTS, (socket, beforeClose) =>
      this.#serve(socket, beforeClose),
    );
  }

  /** Starts to listen at `port`, or at a free port where that is in use. */
  async open(port: number | undefined): Promise<void> {
    this.#port = await this.#listener.open(port);
  }

  /** The same for its whole life. */
  get port(): number {
    return this.#port;
  }

  get isOff(): boolean {
    return this.#listener.isClosed;
  }

  get faults(): Faults {
    return this.#faults;
  }

  /** Each printed label, copies one by one, the oldest first. */
  get labels(): readonly PrintedLabel[] {
    return this.#engine.labels;
  }

  /** The number of printed labels, also of those not remembered. */
  get labelsOut(): number {
    return this.#engine.labelsOut;
  }

  /** Labels in memory that are still to be printed, copies counted. */
  get labelsWaiting(): number {
    return this.#engine.labelsWaiting;
  }

  /** Changes the given faults, keeps the others: `setFaults({ paperOut: true })`. */
  setFaults(faults: Partial<Faults>): void {
    this.#apply({ ...this.#faults, ...faults });
  }

  /** Ends every fault. */
  clearFaults(): void {
    this.#apply(NO_FAULTS);
  }

  /** Switches it off: refuses connections, resets the open ones, loses unprinted labels. */
  turnOff(): void {
    this.#listener.close();
    for (const connection of this.#connections) connection.reset();
    this.#engine.clearWaiting();
    this.#notify();
  }

  /** Switches it on again, at its port. Throws when another program uses the port. */
  async turnOn(): Promise<void> {
    const isOpen = await this.#listener.reopen();
    this.#notify();
    if (!isOpen) throw new Error(`port ${this.port} is taken`);
  }

  /** Resolves as soon as `holds` is true. It is evaluated now and after every event of the printer. */
  waitUntil(holds: (printer: VirtualPrinter) => boolean): Promise<void> {
    return new Promise((done) => {
      const watcher = () => {
        if (!holds(this)) return;
        this.#watchers.delete(watcher);
        done();
      };
      this.#watchers.add(watcher);
      watcher();
    });
  }

  /** Removes the labels and the ended connections from the records. */
  clear(): void {
    this.#engine.labels.length = 0;
    const open = this.#connections.filter(({ ending }) => ending === "open");
    this.#connections.splice(0, this.#connections.length, ...open);
    this.#notify();
  }

  /** Ends it for good. */
  close(): void {
    this.turnOff();
  }

  #serve(socket: Socket, beforeClose: () => Promise<void>): void {
    this.#accepted += 1;
    const connection = new Connection(socket, this.#accepted, {
      protocol: this.#protocol,
      decoder: this.#keptDecoder ?? this.#protocol.createDecoder(),
      keepsUnfinished: this.#keptDecoder !== null,
      engine: this.#engine,
      faults: () => this.#faults,
      onChange: () => this.#notify(),
      beforeClose,
    });
    this.#connections.push(connection);
    while (this.#connections.length > this.#keepLast && this.#connections[0]?.ending !== "open")
      this.#connections.shift();
    this.#notify();
  }

  #apply(faults: Faults): void {
    this.#faults = faults;
    this.#listener.applyFaults(faults);
    this.#resumeConnections();
    this.#engine.run();
    this.#notify();
  }

  #resumeConnections(): void {
    for (const connection of [...this.#connections]) connection.resume();
  }

  #notify(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/**
 * Starts a printer that accepts jobs over TCP as a real one does. It splits the bytes into labels: ZPL at ^XZ, TSPL and
 * EPL at PRINT and P, ESC/POS and Star at the cut or the end of the connection. It answers the status queries of its
 * language meanwhile. It closes in order when the peer has half-closed and every byte is in its memory.
 */
export async function startVirtualPrinter(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
  const printer = new VirtualPrinter(options);
  await printer.open(options.port);
  return printer;
}
