import type { PrinterStatus } from "./protocol.ts";

/** A printed label. */
export interface PrintedLabel {
  /** 1 for the printer's first label. */
  readonly number: number;
  /** The bytes of the label without status queries. The same buffer for each copy. */
  readonly bytes: Buffer;
  /** 1 to `copies`. */
  readonly copy: number;
  readonly copies: number;
  /** The number of its connection. */
  readonly connection: number;
  readonly printedAt: Date;
}

interface EngineOptions {
  readonly msPerLabel?: number;
  readonly memoryBytes?: number;
  readonly keepLast: number;
  /** True while nothing can be printed. */
  readonly isBlocked: () => boolean;
  /** Called after each label. */
  readonly onLabel: () => void;
  /** Called when a full memory has room again. */
  readonly onRoom: () => void;
}

interface WaitingLabel {
  readonly bytes: Buffer;
  readonly copies: number;
  readonly connection: number;
  printed: number;
}

/** The memory and the mechanism of a printer: prints labels one after another, and runs callbacks between them. */
export class PrintEngine {
  readonly labels: PrintedLabel[] = [];
  labelsOut = 0;
  readonly #options: EngineOptions;
  readonly #waiting: (WaitingLabel | (() => void))[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#waitingBytes >= (this.#options.memoryBytes ?? 1024 * 1024);
  }

  /** Labels that are still to be printed, copies counted. */
  get labelsWaiting(): number {
    return this.#formats().reduce((sum, { copies, printed }) => sum + copies - printed, 0);
  }

  /** The fields of a status reply that the engine knows. */
  status(): Pick<PrinterStatus, "isPrinting" | "formatsWaiting" | "labelsLeft"> {
    const [current, ...rest] = this.#formats();
    const isStarted = current !== undefined && (current.printed > 0 || this.#timer !== undefined);
    return {
      isPrinting: this.#timer !== undefined,
      formatsWaiting: rest.length + (current !== undefined && !isStarted ? 1 : 0),
      labelsLeft: isStarted ? current.copies - current.printed : 0,
    };
  }

  /** Stores a label in memory and prints it. */
  print(bytes: Buffer, copies: number, connection: number): void {
    this.#waiting.push({ bytes, copies, connection, printed: 0 });
    this.#waitingBytes += bytes.length;
    this.run();
  }

  /** Calls `act` when all labels before it are printed. */
  afterLabels(act: () => void): void {
    this.#waiting.push(act);
    this.run();
  }

  /** Continues printing unless it is blocked. */
  run(): void {
    if (this.#isRunning || this.#timer !== undefined) return;
    this.#isRunning = true;
    for (
      let next = this.#waiting[0];
      next !== undefined && !this.#options.isBlocked();
      next = this.#waiting[0]
    ) {
      if (typeof next === "function") {
        this.#waiting.shift();
        next();
      } else if (this.#options.msPerLabel) {
        this.#timer = setTimeout(() => this.#finishLabel(), this.#options.msPerLabel);
        break;
      } else {
        this.#output(next);
      }
    }
    this.#isRunning = false;
  }

  /** Removes the unprinted labels. */
  clearWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
  }

  #formats(): WaitingLabel[] {
    return this.#waiting.filter((each) => typeof each !== "function");
  }

  /** A label interrupted by a fault is printed anew. */
  #finishLabel(): void {
    this.#timer = undefined;
    const [next] = this.#waiting;
    if (typeof next === "object" && !this.#options.isBlocked()) this.#output(next);
    this.run();
  }

  #output(label: WaitingLabel): void {
    const { bytes, copies, connection } = label;
    label.printed += 1;
    this.labelsOut += 1;
    const number = this.labelsOut;
    this.labels.push({ number, bytes, copy: label.printed, copies, connection, printedAt: new Date() });
    if (this.labels.length > this.#options.keepLast) this.labels.shift();
    if (label.printed === copies) this.#remove(label);
    this.#options.onLabel();
  }

  #remove(label: WaitingLabel): void {
    const wasFull = this.isFull;
    this.#waiting.shift();
    this.#waitingBytes -= label.bytes.length;
    if (wasFull && !this.isFull) this.#options.onRoom();
  }
}
