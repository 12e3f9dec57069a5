import type { Socket } from "node:net";
import type { Faults } from "./faults.ts";
import type { Machine } from "./machine.ts";
import type { DecoderEvent, PrinterProtocol, ProtocolDecoder } from "./protocol.ts";

/** One connection, as the printer saw it. */
export interface SeenConnection {
  /** 1 for the first that was served. */
  readonly number: number;
  /** Every byte that the printer took, questions included. */
  readonly received: Buffer;
  /** Their number. */
  readonly receivedBytes: number;
  /** Whether the printer has read that the peer closed its side. */
  readonly isHalfClosed: boolean;
  /** `closed`: both sides closed in order. `reset`: either side broke off. */
  readonly ending: "open" | "closed" | "reset";
}

/** What a connection needs of its printer. */
export interface Place {
  readonly speech: PrinterProtocol;
  readonly machine: Machine;
  readonly faults: () => Faults;
  readonly changed: () => void;
  /** To be awaited before the connection is ended by the printer. */
  readonly leave: () => Promise<void>;
}

/** A connection that is being served: takes bytes as the faults allow, answers, closes. */
export class Connection implements SeenConnection {
  readonly number: number;
  isHalfClosed = false;
  receivedBytes = 0;
  ending: SeenConnection["ending"] = "open";
  readonly #socket: Socket;
  readonly #place: Place;
  readonly #ear: ProtocolDecoder;
  readonly #taken: Buffer[] = [];
  /** Read from the socket, not yet taken by the printer. */
  #pending: Buffer = Buffer.alloc(0);
  #hasJob = false;
  /** What it does with bytes: takes them, throws them away, or leaves them where they are. */
  #mode: "takes" | "discards" | "ignores" = "takes";
  #isWorking = false;
  #breath: NodeJS.Timeout | undefined;

  constructor(socket: Socket, number: number, place: Place) {
    this.number = number;
    this.#socket = socket;
    this.#place = place;
    this.#ear = place.speech.ear();
    socket.on("data", (bytes: Buffer) => {
      this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
      this.obey();
    });
    socket.on("end", () => {
      this.isHalfClosed = true;
      this.obey();
      place.changed();
    });
    socket.on("error", () => this.breakOff());
    socket.on("close", () => this.#end("closed"));
    if (place.faults().blackHole) this.#mode = "ignores";
    else this.#sendGarbage();
    // Not before the printer knows of this connection.
    queueMicrotask(() => this.obey());
  }

  get received(): Buffer {
    return Buffer.concat(this.#taken);
  }

  /** Ends it with a reset. */
  breakOff(): void {
    this.#socket.resetAndDestroy();
    this.#end("reset");
  }

  /** Goes on as the faults of the moment allow. */
  obey(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#takeSome()) {
      // What a label or an answer sets off may change the faults: they are asked anew each time.
    }
    this.#isWorking = false;
  }

  /** Takes what may be taken now; whether to look again at once. */
  #takeSome(): boolean {
    const faults = this.#place.faults();
    if (this.ending !== "open" || this.#mode === "ignores") return false;
    if (this.#mode === "discards") this.#pending = Buffer.alloc(0);
    else if (faults.resetAfter !== null && this.receivedBytes >= faults.resetAfter) this.breakOff();
    else if (faults.closeEarly !== null && this.receivedBytes >= faults.closeEarly) this.#closeEarly();
    if (this.ending !== "open") return false;
    if (
      this.#mode === "takes" &&
      (faults.stall || this.#place.machine.isFull || this.#breath !== undefined)
    ) {
      this.#socket.pause();
      return false;
    }
    if (this.#pending.length > 0) {
      this.#take(faults);
      return true;
    }
    if (!this.isHalfClosed) this.#socket.resume();
    else if (this.#mode === "takes") this.#finish(faults);
    return false;
  }

  #take(faults: Faults): void {
    const { resetAfter, closeEarly, slow } = faults;
    const ends = [resetAfter, closeEarly]
      .filter((end) => end !== null)
      .map((end) => end - this.receivedBytes);
    const portion = slow === null ? [] : [Math.max(1, Math.floor(slow / 20))];
    const count = Math.min(this.#pending.length, ...ends, ...portion);
    const bytes = this.#pending.subarray(0, count);
    this.#pending = this.#pending.subarray(count);
    if (slow !== null) this.#breathe((count / slow) * 1000);
    this.#taken.push(bytes);
    this.receivedBytes += count;
    this.#sendGarbage();
    this.#ear.hear(bytes, (heard) => this.#heard(heard));
    this.#hasJob ||= this.#ear.isPartial;
    this.#place.changed();
  }

  #breathe(ms: number): void {
    this.#breath = setTimeout(() => {
      this.#breath = undefined;
      this.obey();
    }, ms);
  }

  #heard(heard: DecoderEvent): void {
    this.#hasJob ||= heard.kind === "label" || this.#ear.isPartial;
    if (heard.kind === "label") this.#place.machine.print(heard.bytes, heard.copies, this.number);
    else if (!heard.isInOrder) this.#answer(heard.question);
    else if (!this.#place.faults().endUntold)
      this.#place.machine.afterwards(() => this.#answer(heard.question));
  }

  #answer(question: string): void {
    const { speech, machine } = this.#place;
    const faults = this.#place.faults();
    const answer = speech.answer(question, {
      ...faults,
      ...machine.condition(),
      ...(faults.alwaysPrinting && { isPrinting: true, labelsLeft: 1 }),
      isPartial: this.#ear.isPartial,
    });
    if (faults.silent || faults.neverClose || (faults.silentAfterJob && this.#hasJob)) return;
    const bytes = answer.subarray(0, faults.cutStatus ?? answer.length);
    if (faults.lateStatus === null) this.#send(bytes);
    else setTimeout(() => this.#send(bytes), faults.lateStatus);
  }

  #sendGarbage(): void {
    const { garbage } = this.#place.faults();
    if (garbage !== null) this.#send(garbage);
  }

  #send(bytes: Buffer): void {
    if (this.#socket.writable && bytes.length > 0) this.#socket.write(bytes);
  }

  #closeEarly(): void {
    this.#mode = "discards";
    this.#pending = Buffer.alloc(0);
    this.#leave();
  }

  #finish(faults: Faults): void {
    this.#ear.end((heard) => this.#heard(heard));
    if (faults.resetAfterLast) this.breakOff();
    else if (!faults.neverClose && !faults.staysOpen) {
      this.#mode = "discards";
      this.#leave();
    }
  }

  #leave(): void {
    void this.#place.leave().then(() => this.#socket.end());
  }

  #end(ending: "closed" | "reset"): void {
    if (this.ending !== "open") return;
    this.ending = ending;
    clearTimeout(this.#breath);
    this.#pending = Buffer.alloc(0);
    this.#place.changed();
  }
}
