import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import type { Message } from "../../domain/message.ts";
import { errorCode } from "../../platform/error-code.ts";
import type { PrinterCondition, StatusQuery, StatusReply } from "../languages/status.ts";
import { type Connection, connectTo } from "./connection.ts";
import * as reasons from "./reasons.ts";

/** Time limits of one connection to a printer, in milliseconds. */
export interface TransportLimits {
  readonly connectMs: number;
  /** For the reply to the status query before the job. */
  readonly replyMs: number;
  /** For a printer's close, or its reply, after the last byte. */
  readonly silenceMs: number;
  /** Between two status queries after the job, while the printer works … */
  readonly pollMs: number;
  /** … and while it is stopped: queries may pile up in its small memory. */
  readonly pollStoppedMs: number;
  /** Between two looks at the bytes that the printer's TCP has acknowledged. */
  readonly socketPollMs: number;
  /** For the close of a printer that has reported the end of the job. */
  readonly closeMs: number;
  /** A printer that accepts no data for this time is shown as waiting … */
  readonly noticeMs: number;
  /** … and given up after this time. */
  readonly stallMs: number;
}

/** One attempt to send a job: where, the data, the limits. */
interface PrintJob {
  readonly printer: reasons.NamedPrinter;
  /** The checked IP address to connect to. */
  readonly address: string;
  /** Sent once before the data: it ends a label that was interrupted before. */
  readonly ending: Buffer;
  readonly data: Buffer;
  /** The data are sent so many times. */
  readonly repeats: number;
  /** Null: the printer's language has no status query, or the printer did not reply before. */
  readonly query: StatusQuery | null;
  readonly limits: TransportLimits;
  readonly signal: AbortSignal;
  /** The reason of an abort by `signal`. */
  readonly abortReason: () => Message;
  readonly events: PrintJobEvents;
}

/** Callbacks of an attempt, in the order in which they may come. */
export interface PrintJobEvents {
  /** The printer did not reply to the status query. */
  onNoReply(): void;
  /** The printer reported its condition. May come several times. */
  onCondition(condition: PrinterCondition): void;
  /**
   * Saves the state Printing durably; the first byte follows. Resolves to the outcome of a request that must not be sent, such as one
   * that was cancelled meanwhile; null: send it.
   */
  beforeFirstByte(): Promise<SendOutcome | null>;
  /** The job stopped making progress (with the reason), or continues (null). May come several times, also with the same reason. */
  onStall(reason: Message | null): void;
}

/** The result of one attempt. */
export type SendOutcome =
  /** No byte of the job was sent: it may be tried again. `isAtPrinter`: the printer could not be reached, or was not ready. */
  | { readonly kind: "notSent"; readonly reason: Message; readonly isAtPrinter: boolean }
  /** No byte was sent, and trying again would not help. */
  | { readonly kind: "notPrintable"; readonly reason: Message }
  /** Some or all bytes were sent; the printed labels are unknown, so a person decides. */
  | { readonly kind: "interrupted"; readonly reason: Message }
  /** `isConfirmed`: the printer closed in order, or reported the end of the job. */
  | { readonly kind: "done"; readonly isConfirmed: boolean }
  /** It was cancelled before its first byte. */
  | { readonly kind: "dropped" };

/** The reason of a connection that ended during the job. */
function lostReason(job: PrintJob, connection: Connection): Message {
  return connection.state() === "closed"
    ? reasons.closedEarly(job.printer)
    : reasons.connectionLost(job.printer);
}

const CHUNK = 16 * 1024;

/** Sends one job over one connection: connects, queries the status, sends, half-closes, waits for the printer's close. Never rejects. */
export async function sendJob(job: PrintJob): Promise<SendOutcome> {
  let connection: Connection;
  try {
    connection = await connectTo(job.address, job.printer.port, job.limits.connectMs, job.signal);
  } catch (error) {
    return notSent(job, errorCode(error) ?? "");
  }
  // A reset drops the bytes that our kernel still holds.
  const abort = () => connection.reset();
  job.signal.addEventListener("abort", abort, { once: true });
  try {
    return await sendOver(job, connection);
  } finally {
    job.signal.removeEventListener("abort", abort);
    connection.destroy();
  }
}

async function sendOver(job: PrintJob, connection: Connection): Promise<SendOutcome> {
  const replies = await queryBeforeJob(job, connection);
  if (typeof replies !== "boolean") return replies;
  if (connection.state() !== "open") return notSent(job);
  const refusal = await job.events.beforeFirstByte();
  if (refusal !== null) return refusal;
  if (job.signal.aborted || connection.state() !== "open") return notSent(job);
  const problem = await sendAll(job, connection);
  if (problem) return interruptedBy(job, problem);
  const end = replies ? await pollUntilDone(job, connection) : "unreported";
  if (typeof end !== "string") return interruptedBy(job, end);
  connection.end();
  if (end === "done") {
    await connection.waitForClose(job.limits.closeMs);
    return { kind: "done", isConfirmed: true };
  }
  const outcome = await waitForPrinterClose(job, connection);
  return end === "unfinished" && outcome.kind === "done" ? { kind: "done", isConfirmed: false } : outcome;
}

function interruptedBy(job: PrintJob, reason: Message): SendOutcome {
  return { kind: "interrupted", reason: job.signal.aborted ? job.abortReason() : reason };
}

function notSent(job: PrintJob, code = ""): SendOutcome {
  const isAtPrinter = !job.signal.aborted;
  const reason = isAtPrinter ? reasons.noConnection(job.printer, code) : job.abortReason();
  return { kind: "notSent", reason, isAtPrinter };
}

/** True when the printer replies to queries and can print, false when it does not reply; else the outcome. */
async function queryBeforeJob(job: PrintJob, connection: Connection): Promise<boolean | SendOutcome> {
  const { query } = job;
  if (query === null) return false;
  try {
    await connection.write(query.beforeJob);
  } catch {
    return notSent(job);
  }
  const reply = await connection.waitForReply(
    (received) => query.parse(received, "before"),
    job.limits.replyMs,
  );
  if (reply === null) {
    if (connection.state() !== "open") return notSent(job);
    job.events.onNoReply();
    return false;
  }
  job.events.onCondition(reply.condition);
  if (reply.condition === "ready" || reply.condition === "busy") return true;
  return { kind: "notSent", reason: reasons.notReady(job.printer, reply.condition), isAtPrinter: true };
}

/** Sends every byte, as long as the printer accepts data. Resolves to the reason where it stops; null when all is sent. */
async function sendAll(job: PrintJob, connection: Connection): Promise<Message | null> {
  const parts = [job.ending, ...Array.from({ length: job.repeats }, () => job.data)];
  for (const part of parts) {
    const problem = await sendPart(part, job, connection);
    if (problem !== null) return problem;
  }
  return null;
}

async function sendPart(part: Buffer, job: PrintJob, connection: Connection): Promise<Message | null> {
  for (let offset = 0; offset < part.length; offset += CHUNK) {
    const written = connection.write(part.subarray(offset, offset + CHUNK)).then(
      () => "written" as const,
      () => "lost" as const,
    );
    const result = await awaitChunk(job, written);
    if (result === "lost") return lostReason(job, connection);
    if (result === "stalled") return reasons.stalledTooLong(job.printer);
  }
  return null;
}

/** Waits for one chunk. Reports a stall after `noticeMs`, and gives up after `stallMs`. */
async function awaitChunk<T>(job: PrintJob, chunk: Promise<T>): Promise<T | "stalled"> {
  let isReported = false;
  const notice = setTimeout(() => {
    isReported = true;
    job.events.onStall(reasons.notAcceptingData(job.printer));
  }, job.limits.noticeMs);
  let giveUp: NodeJS.Timeout | undefined;
  const stalled = new Promise<"stalled">((done) => {
    giveUp = setTimeout(() => done("stalled"), job.limits.stallMs);
  });
  const result = await Promise.race([chunk, stalled]);
  clearTimeout(notice);
  clearTimeout(giveUp);
  if (isReported && result !== "stalled") job.events.onStall(null);
  return result;
}

// The end of a job, after its last byte: by the printer's status replies, or by its close.

/**
 * Polls the status of a printer that replied before the job, until one of these:
 * - "done": it reports that nothing of the job is left.
 * - "unreported": it is ready, and its language can't report the end of a job, or it has not reported the end for
 *   `silenceMs`. It counts as a printer that never replies: our side closes, and its close decides.
 * - "unfinished": it has reported printing for `stallMs`, and its counts have not changed. Our side closes too; the job
 *   is at best sent, not confirmed, even if the printer closes in order.
 * - A reason: it did not reply for `silenceMs`, reported a stop for `stallMs`, or closed. The job is interrupted.
 */
async function pollUntilDone(
  job: PrintJob,
  connection: Connection,
): Promise<"done" | "unreported" | "unfinished" | Message> {
  const { query, limits } = job;
  if (query === null) return "unreported";
  let movedAt = performance.now();
  let progress = "";
  for (;;) {
    const reply = await pollOnce(job, connection, query);
    if (!("condition" in reply)) return reply;
    job.events.onCondition(reply.condition);
    if (reply.condition === "ready" && reply.isEmpty !== false) return reply.isEmpty ? "done" : "unreported";
    const { condition, remaining = "" } = reply;
    const isWorking = condition === "ready" || condition === "busy";
    job.events.onStall(isWorking ? null : reasons.notReady(job.printer, condition));
    const before = progress;
    progress = isWorking ? `${condition} ${remaining}` : "stopped";
    if (isWorking && progress !== before) movedAt = performance.now();
    const idleMs = performance.now() - movedAt;
    if (condition === "ready" && idleMs >= limits.silenceMs) return "unreported";
    if (idleMs >= limits.stallMs) return isWorking ? "unfinished" : reasons.stalledTooLong(job.printer);
    await connection.waitForClose(isWorking ? limits.pollMs : limits.pollStoppedMs);
    if (connection.state() !== "open") return lostReason(job, connection);
  }
}

/** Sends one status query. Resolves to the reply, or to the reason why none came. */
async function pollOnce(
  job: PrintJob,
  connection: Connection,
  query: StatusQuery,
): Promise<StatusReply | Message> {
  connection.discardReceived();
  try {
    await connection.write(query.afterJob);
  } catch {
    return lostReason(job, connection);
  }
  const parse = (received: Buffer) => query.parse(received, "after");
  let reply = await connection.waitForReply(parse, job.limits.socketPollMs);
  if (reply === null && connection.state() === "open") {
    const problem = await waitUntilAcknowledged(job, connection);
    if (problem) return problem;
    reply = await connection.waitForReply(parse, job.limits.silenceMs);
  }
  if (reply !== null) return reply;
  return connection.state() === "open" ? reasons.stoppedResponding(job.printer) : lostReason(job, connection);
}

/**
 * After our half-close: the printer's own close confirms the job, a reset interrupts it. Neither within `silenceMs`
 * after its TCP acknowledged the last byte: the job is done, unconfirmed.
 */
async function waitForPrinterClose(job: PrintJob, connection: Connection): Promise<SendOutcome> {
  // Most printers close at once. The kernel's table is read only for the others, for it is expensive.
  await connection.waitForClose(job.limits.socketPollMs);
  const problem = connection.hasAcknowledgedAll() ? null : await waitUntilAcknowledged(job, connection);
  if (problem === null) await connection.waitForClose(job.limits.silenceMs);
  if (job.signal.aborted) return { kind: "interrupted", reason: job.abortReason() };
  if (problem) return { kind: "interrupted", reason: problem };
  if (connection.state() === "failed")
    return { kind: "interrupted", reason: reasons.connectionLost(job.printer) };
  return { kind: "done", isConfirmed: connection.state() === "closed" };
}

/**
 * Waits until the printer's TCP has acknowledged every byte, as long as it makes progress: bytes in our own kernel are
 * not at the printer yet. Resolves to the reason when it stalls, or closes before that; else to null.
 */
async function waitUntilAcknowledged(job: PrintJob, connection: Connection): Promise<Message | null> {
  const { limits, printer } = job;
  let least = Number.POSITIVE_INFINITY;
  let movedAt = performance.now();
  let isReported = false;
  for (;;) {
    // Read before the table: bytes unacknowledged after the printer's close stay so.
    const state = connection.state();
    const remaining = (await unacknowledgedBytes(connection.socket)) ?? 0;
    // One byte may be the FIN of our side.
    if (state === "failed" || remaining <= 1) break;
    if (state === "closed") return reasons.closedEarly(printer);
    const idleMs = performance.now() - movedAt;
    if (remaining < least) {
      least = remaining;
      movedAt = performance.now();
      if (isReported) job.events.onStall(null);
      isReported = false;
    } else if (idleMs >= limits.stallMs) return reasons.stalledTooLong(printer);
    else if (idleMs >= limits.noticeMs && !isReported) {
      isReported = true;
      job.events.onStall(reasons.notAcceptingData(printer));
    }
    await connection.waitForClose(limits.socketPollMs);
  }
  if (isReported) job.events.onStall(null);
  return null;
}

/**
 * The number of bytes that the peer's TCP has not acknowledged, from /proc/net/tcp (proc(5)); null where the kernel has
 * no such table. A completed write means only that our own kernel has the bytes.
 */
async function unacknowledgedBytes(socket: Socket): Promise<number | null> {
  const { localPort, remotePort, remoteFamily } = socket;
  if (localPort === undefined || remotePort === undefined) return null;
  const table = await readTable(remoteFamily === "IPv6" ? "/proc/net/tcp6" : "/proc/net/tcp");
  if (table === null) return null;
  const local = `:${hex(localPort)}`;
  const remote = `:${hex(remotePort)}`;
  for (const line of table.split("\n")) {
    const [, from = "", to = "", , queues = ""] = line.trim().split(/\s+/);
    if (from.endsWith(local) && to.endsWith(remote)) return Number.parseInt(queues.split(":")[0] ?? "", 16);
  }
  return null;
}

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");

interface Reading {
  readonly now: Promise<string | null>;
  next: Promise<string | null> | null;
}

const readings = new Map<string, Reading>();

/**
 * Reads the table after this call. Calls during a read share the next one. A read walks the kernel's whole hash table
 * (milliseconds), and concurrent reads would fill the thread pool that fsync needs.
 */
function readTable(path: string): Promise<string | null> {
  const current = readings.get(path);
  if (current === undefined) return begin(path);
  current.next ??= current.now.then(() => begin(path));
  return current.next;
}

async function begin(path: string): Promise<string | null> {
  const reading: Reading = { now: readOnce(path), next: null };
  readings.set(path, reading);
  const table = await reading.now;
  if (reading.next === null) readings.delete(path);
  return table;
}

async function readOnce(path: string): Promise<string | null> {
  try {
    return await readFile(path, "latin1");
  } catch {
    // This system has no such table. The caller relies on the socket alone.
    return null;
  }
}
