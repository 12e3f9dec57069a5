import type { Condition } from "./protocol.ts";

/** A label that came out. */
export interface PrintedLabel {
  /** 1 for the printer's first. */
  readonly number: number;
  /** What the label was made from, without status questions. The same for each copy. */
  readonly bytes: Buffer;
  /** 1 to `copies`. */
  readonly copy: number;
  readonly copies: number;
  /** The number of the connection that it came over. */
  readonly connection: number;
  readonly printedAt: Date;
}

interface Setup {
  readonly msPerLabel?: number;
  readonly memoryBytes?: number;
  readonly keepLast: number;
  /** Whether nothing can come out now. */
  readonly isBlocked: () => boolean;
  /** Called after each label. */
  readonly changed: () => void;
  /** Called when a full memory has room again. */
  readonly hasRoom: () => void;
}

interface WaitingLabel {
  readonly bytes: Buffer;
  readonly copies: number;
  readonly connection: number;
  printed: number;
}

/** The printer behind its connections: a memory of labels, printed one after another, and what is to be done between. */
export class Machine {
  readonly labels: PrintedLabel[] = [];
  labelsOut = 0;
  readonly #setup: Setup;
  readonly #waiting: (WaitingLabel | (() => void))[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  get isFull(): boolean {
    return this.#waitingBytes >= (this.#setup.memoryBytes ?? 1024 * 1024);
  }

  /** Labels that have yet to come out, copies counted. */
  get labelsWaiting(): number {
    return this.#formats().reduce((sum, { copies, printed }) => sum + copies - printed, 0);
  }

  /** What a status question is answered from, as far as it is known here. */
  condition(): Pick<Condition, "isPrinting" | "formatsWaiting" | "labelsLeft"> {
    const [current, ...rest] = this.#formats();
    const isStarted = current !== undefined && (current.printed > 0 || this.#timer !== undefined);
    return {
      isPrinting: this.#timer !== undefined,
      formatsWaiting: rest.length + (current !== undefined && !isStarted ? 1 : 0),
      labelsLeft: isStarted ? current.copies - current.printed : 0,
    };
  }

  /** Takes a label into its memory. */
  print(bytes: Buffer, copies: number, connection: number): void {
    this.#waiting.push({ bytes, copies, connection, printed: 0 });
    this.#waitingBytes += bytes.length;
    this.run();
  }

  /** Does something when all labels before have come out. */
  afterwards(act: () => void): void {
    this.#waiting.push(act);
    this.run();
  }

  /** Goes on printing, where something waits and nothing is in the way. */
  run(): void {
    if (this.#isRunning || this.#timer !== undefined) return;
    this.#isRunning = true;
    for (
      let next = this.#waiting[0];
      next !== undefined && !this.#setup.isBlocked();
      next = this.#waiting[0]
    ) {
      if (typeof next === "function") {
        this.#waiting.shift();
        next();
      } else if (this.#setup.msPerLabel) {
        this.#timer = setTimeout(() => this.#finishLabel(), this.#setup.msPerLabel);
        break;
      } else {
        this.#comeOut(next);
      }
    }
    this.#isRunning = false;
  }

  /** Loses what has not come out. */
  forgetWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
  }

  #formats(): WaitingLabel[] {
    return this.#waiting.filter((each) => typeof each !== "function");
  }

  /** A label that something got in the way of begins anew. */
  #finishLabel(): void {
    this.#timer = undefined;
    const [next] = this.#waiting;
    if (typeof next === "object" && !this.#setup.isBlocked()) this.#comeOut(next);
    this.run();
  }

  #comeOut(label: WaitingLabel): void {
    const { bytes, copies, connection } = label;
    label.printed += 1;
    this.labelsOut += 1;
    const number = this.labelsOut;
    this.labels.push({ number, bytes, copy: label.printed, copies, connection, printedAt: new Date() });
    if (this.labels.length > this.#setup.keepLast) this.labels.shift();
    if (label.printed === copies) this.#forget(label);
    this.#setup.changed();
  }

  #forget(label: WaitingLabel): void {
    const wasFull = this.isFull;
    this.#waiting.shift();
    this.#waitingBytes -= label.bytes.length;
    if (wasFull && !this.isFull) this.#setup.hasRoom();
  }
}
