import type { PrinterType } from "../../printing/languages/language.ts";
import { Connection, type SeenConnection } from "./connection.ts";
import { ControlServer } from "./control-server.ts";
import { type Faults, NO_FAULTS } from "./faults.ts";
import { Machine, type PrintedLabel } from "./machine.ts";
import { protocolOf } from "./protocol.ts";

export type { Faults, PrintedLabel, SeenConnection };

export interface VirtualPrinterOptions {
  readonly language: PrinterType;
  /** Where it shall listen; a free port without it, or where another program is there. */
  readonly port?: number;
  /** How long one label takes to come out; 0 without it. */
  readonly msPerLabel?: number;
  /** Takes no more bytes while this many wait to be printed (1 MiB without it). */
  readonly memoryBytes?: number;
  /** Remembers so many of the last labels and connections; all of them without it. */
  readonly keepLast?: number;
}

/** A network printer made of software, on loopback. Everything that it says of itself is as of now. */
export interface VirtualPrinter {
  readonly language: PrinterType;
  readonly address: "127.0.0.1";
  /** The same for its whole life. */
  readonly port: number;
  readonly isAway: boolean;
  readonly faults: Faults;
  /** Each label that came out, copies one by one, the oldest first. */
  readonly labels: readonly PrintedLabel[];
  /** How many came out, forgotten ones included. */
  readonly labelsOut: number;
  /** Labels in its memory that have yet to come out, copies counted. */
  readonly labelsWaiting: number;
  /** Each accepted connection that it has begun to serve, the oldest first. */
  readonly connections: readonly SeenConnection[];
  /** Changes the faults that are named; the others stay: `misbehave({ paperOut: true })`. */
  misbehave(faults: Partial<Faults>): void;
  /** Ends every fault. */
  behave(): void;
  /** Switches it off: refuses connections, breaks the open ones off, forgets what it has not printed. */
  goAway(): void;
  /** Switches it on again, at its port. Throws when another program took the port meanwhile. */
  comeBack(): Promise<void>;
  /** Resolves as soon as `holds` is true; it is asked now and after everything that happens at the printer. */
  until(holds: (printer: VirtualPrinter) => boolean): Promise<void>;
  /** Forgets labels and connections that have ended. */
  clear(): void;
  /** Ends it for good. */
  close(): void;
}

/**
 * Starts a printer that takes jobs over TCP as a real one does: splits what it gets into labels (ZPL at ^XZ, TSPL and
 * EPL at PRINT and P, ESC/POS and Star at the cut or the end of the connection), answers its language's status
 * questions meanwhile, and closes in order when the peer has half-closed and every byte is in its memory.
 */
export async function startVirtualPrinter(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
  const { language, keepLast = Number.POSITIVE_INFINITY } = options;
  const speech = protocolOf(language);
  const watchers = new Set<() => void>();
  const connections: Connection[] = [];
  let faults = NO_FAULTS;
  let accepted = 0;
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const isBlocked = () => faults.paperOut || faults.headOpen || faults.paused;
  const lookAgain = () => {
    for (const connection of [...connections]) connection.obey();
  };
  const machine = new Machine({ ...options, keepLast, isBlocked, changed, hasRoom: lookAgain });
  const door = new ControlServer(NO_FAULTS, (socket, leave) => {
    accepted += 1;
    const place = { speech, machine, faults: () => faults, changed, leave };
    connections.push(new Connection(socket, accepted, place));
    while (connections.length > keepLast && connections[0]?.ending !== "open") connections.shift();
    changed();
  });
  const apply = (next: Faults) => {
    faults = next;
    door.obey(faults);
    lookAgain();
    machine.run();
    changed();
  };
  const port = await door.open(options.port);
  const stop = () => {
    door.shut();
    for (const connection of connections) connection.breakOff();
    machine.forgetWaiting();
    changed();
  };

  const printer: VirtualPrinter = {
    language,
    address: "127.0.0.1",
    port,
    connections,
    labels: machine.labels,
    get isAway() {
      return door.isShut;
    },
    get faults() {
      return faults;
    },
    get labelsOut() {
      return machine.labelsOut;
    },
    get labelsWaiting() {
      return machine.labelsWaiting;
    },
    misbehave: (some) => apply({ ...faults, ...some }),
    behave: () => apply(NO_FAULTS),
    goAway: stop,
    comeBack: async () => {
      const isOpen = await door.reopen();
      changed();
      if (!isOpen) throw new Error(`port ${port} is taken`);
    },
    until: (holds) =>
      new Promise((done) => {
        const watcher = () => {
          if (!holds(printer)) return;
          watchers.delete(watcher);
          done();
        };
        watchers.add(watcher);
        watcher();
      }),
    clear() {
      machine.labels.length = 0;
      const open = connections.filter(({ ending }) => ending === "open");
      connections.splice(0, connections.length, ...open);
      changed();
    },
    close: stop,
  };
  return printer;
}
