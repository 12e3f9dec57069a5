import type { Socket } from "node:net";
import type { Faults } from "./faults.ts";
import type { PrintEngine } from "./print-engine.ts";
import type { DecoderEvent, PrinterProtocol, ProtocolDecoder } from "./protocol.ts";

/** One connection, as the printer records it. */
export interface ConnectionRecord {
  /** 1 for the first that was served. */
  readonly number: number;
  /** Every byte that the printer accepted, queries included. */
  readonly received: Buffer;
  /** Length of `received`. */
  readonly receivedBytes: number;
  /** True when the printer has read the FIN of the peer. */
  readonly isHalfClosed: boolean;
  /** `closed`: both sides closed in order. `reset`: either side reset the connection. */
  readonly ending: "open" | "closed" | "reset";
}

/** The parts of the printer that a connection uses. */
interface ConnectionDependencies {
  readonly protocol: PrinterProtocol;
  readonly decoder: ProtocolDecoder;
  /** The decoder outlives the connection. */
  readonly keepsUnfinished: boolean;
  readonly engine: PrintEngine;
  readonly faults: () => Faults;
  readonly onChange: () => void;
  /** Awaited before the printer closes the connection. */
  readonly beforeClose: () => Promise<void>;
}

/** A served connection: accepts bytes as the faults allow, replies, closes. */
export class Connection implements ConnectionRecord {
  readonly number: number;
  isHalfClosed = false;
  receivedBytes = 0;
  ending: ConnectionRecord["ending"] = "open";
  readonly #socket: Socket;
  readonly #printer: ConnectionDependencies;
  readonly #decoder: ProtocolDecoder;
  readonly #received: Buffer[] = [];
  /** Read from the socket, not yet accepted by the printer. */
  #pending: Buffer = Buffer.alloc(0);
  #hasJob = false;
  /** What happens to received bytes. */
  #mode: "accept" | "discard" | "ignore" = "accept";
  #isRunning = false;
  #delayTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, number: number, printer: ConnectionDependencies) {
    this.number = number;
    this.#socket = socket;
    this.#printer = printer;
    this.#decoder = printer.decoder;
    socket.on("data", (bytes: Buffer) => {
      this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
      this.resume();
    });
    socket.on("end", () => {
      this.isHalfClosed = true;
      this.resume();
      printer.onChange();
    });
    socket.on("error", () => this.reset());
    socket.on("close", () => this.#end("closed"));
    if (printer.faults().blackHole) this.#mode = "ignore";
    else this.#sendGarbage();
    // After the printer has recorded this connection.
    queueMicrotask(() => this.resume());
  }

  get received(): Buffer {
    return Buffer.concat(this.#received);
  }

  /** Ends the connection with a reset. */
  reset(): void {
    this.#socket.resetAndDestroy();
    this.#end("reset");
  }

  /** Continues as the current faults allow. */
  resume(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#acceptSome()) {
      // A label or a reply may change the faults, so they are read anew each time.
    }
    this.#isRunning = false;
  }

  /** Accepts a portion of the pending bytes. Returns true when it must be called again at once. */
  #acceptSome(): boolean {
    const faults = this.#printer.faults();
    if (this.ending !== "open" || this.#mode === "ignore") return false;
    if (this.#mode === "discard") this.#pending = Buffer.alloc(0);
    else if (faults.resetAfter !== null && this.receivedBytes >= faults.resetAfter) this.reset();
    else if (faults.closeEarly !== null && this.receivedBytes >= faults.closeEarly) this.#closeEarly();
    if (this.ending !== "open") return false;
    if (
      this.#mode === "accept" &&
      (faults.stall || this.#printer.engine.isFull || this.#delayTimer !== undefined)
    ) {
      this.#socket.pause();
      return false;
    }
    if (this.#pending.length > 0) {
      this.#accept(faults);
      return true;
    }
    if (!this.isHalfClosed) this.#socket.resume();
    else if (this.#mode === "accept") this.#finish(faults);
    return false;
  }

  #accept(faults: Faults): void {
    const { resetAfter, closeEarly, slow } = faults;
    const ends = [resetAfter, closeEarly]
      .filter((end) => end !== null)
      .map((end) => end - this.receivedBytes);
    const portion = slow === null ? [] : [Math.max(1, Math.floor(slow / 20))];
    const count = Math.min(this.#pending.length, ...ends, ...portion);
    const bytes = this.#pending.subarray(0, count);
    this.#pending = this.#pending.subarray(count);
    if (slow !== null) this.#delay((count / slow) * 1000);
    this.#received.push(bytes);
    this.receivedBytes += count;
    this.#sendGarbage();
    this.#decoder.push(bytes, (event) => this.#handle(event));
    this.#hasJob ||= this.#decoder.isPartial;
    this.#printer.onChange();
  }

  #delay(ms: number): void {
    this.#delayTimer = setTimeout(() => {
      this.#delayTimer = undefined;
      this.resume();
    }, ms);
  }

  #handle(event: DecoderEvent): void {
    this.#hasJob ||= event.kind === "label" || this.#decoder.isPartial;
    if (event.kind === "label") this.#printer.engine.print(event.bytes, event.copies, this.number);
    else if (!event.isInOrder) this.#reply(event.query);
    else if (!this.#printer.faults().omitsJobEnd)
      this.#printer.engine.afterLabels(() => this.#reply(event.query));
  }

  #reply(query: string): void {
    const { protocol, engine } = this.#printer;
    const faults = this.#printer.faults();
    const reply = protocol.reply(query, {
      ...faults,
      ...engine.status(),
      ...(faults.alwaysPrinting && { isPrinting: true, labelsLeft: 1 }),
      isPartial: this.#decoder.isPartial,
    });
    if (faults.silent || faults.neverClose || (faults.silentAfterJob && this.#hasJob)) return;
    const bytes = reply.subarray(0, faults.cutStatus ?? reply.length);
    if (faults.lateStatus === null) this.#send(bytes);
    else setTimeout(() => this.#send(bytes), faults.lateStatus);
  }

  #sendGarbage(): void {
    const { garbage } = this.#printer.faults();
    if (garbage !== null) this.#send(garbage);
  }

  #send(bytes: Buffer): void {
    if (this.#socket.writable && bytes.length > 0) this.#socket.write(bytes);
  }

  #closeEarly(): void {
    this.#mode = "discard";
    this.#pending = Buffer.alloc(0);
    this.#close();
  }

  #finish(faults: Faults): void {
    if (!this.#printer.keepsUnfinished) this.#decoder.end((event) => this.#handle(event));
    if (faults.resetAfterLast) this.reset();
    else if (!faults.neverClose && !faults.staysOpen) {
      this.#mode = "discard";
      this.#close();
    }
  }

  #close(): void {
    void this.#printer.beforeClose().then(() => this.#socket.end());
  }

  #end(ending: "closed" | "reset"): void {
    if (this.ending !== "open") return;
    this.ending = ending;
    clearTimeout(this.#delayTimer);
    this.#pending = Buffer.alloc(0);
    this.#printer.onChange();
  }
}
