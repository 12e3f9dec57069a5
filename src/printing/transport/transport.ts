import type { Message } from "../../domain/message.ts";
import type { Condition, StatusQuestion } from "../languages/status.ts";
import type { Limits } from "../queue/limits.ts";
import * as reasons from "../queue/reasons.ts";
import { type Connection, connectTo } from "./connection.ts";
import { untakenBytes } from "./tcp-queue.ts";

const CHUNK = 16 * 1024;

/** What became of one try to send a job. */
export type Outcome =
  /** No byte of the job was sent: it may be tried again. */
  | { readonly kind: "notSent"; readonly reason: Message }
  /** Some or all bytes were sent, and what came out is not known: only a person decides. */
  | { readonly kind: "interrupted"; readonly reason: Message }
  /** `isConfirmed`: the printer closed in order or said that it is done. */
  | { readonly kind: "done"; readonly isConfirmed: boolean }
  /** It was cancelled before its first byte. */
  | { readonly kind: "dropped" };

/** One try: where, what, and what to tell meanwhile. */
export interface Try {
  readonly printer: reasons.NamedPrinter;
  /** The checked IP address to connect to. */
  readonly address: string;
  readonly data: Buffer;
  /** Null: the printer's language has no question, or it was silent before. */
  readonly question: StatusQuestion | null;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** Why `signal` was raised. */
  abortReason(): Message;
  /** The printer did not answer the question. */
  wasSilent(): void;
  /** What the printer says of itself, whenever it does. */
  saw(condition: Condition): void;
  /** Notes on the disk that the first byte follows; false: it was cancelled meanwhile. Throws Unavailable. */
  begin(): Promise<boolean>;
  /** The job makes no progress (with the reason), or does again (null). */
  waits(reason: Message | null): void;
}

/** Connects, asks, sends, half-closes, waits for the printer's close: one job over one connection. Never rejects. */
export async function send(job: Try): Promise<Outcome> {
  let connection: Connection;
  try {
    connection = await connectTo(job.address, job.printer.port, job.limits.connectMs, job.signal);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { kind: "notSent", reason: reasons.noConnection(job.printer, code) };
  }
  // A reset: what our kernel still holds is not sent after all.
  const abort = () => connection.reset();
  job.signal.addEventListener("abort", abort, { once: true });
  try {
    return await overConnection(job, connection);
  } finally {
    job.signal.removeEventListener("abort", abort);
    connection.destroy();
  }
}

async function overConnection(job: Try, connection: Connection): Promise<Outcome> {
  const answers = await askBefore(job, connection);
  if (typeof answers !== "boolean") return answers;
  if (connection.state() !== "open") return notSent(job);
  if (!(await job.begin())) return { kind: "dropped" };
  if (job.signal.aborted || connection.state() !== "open") return notSent(job);
  const problem = await sendAll(job, connection);
  if (problem) return interruptedBy(job, problem);
  const end = answers ? await askUntilDone(job, connection) : "untold";
  if (typeof end !== "string") return interruptedBy(job, end);
  connection.end();
  if (end === "done") {
    await connection.settled(job.limits.goodbyeMs);
    return { kind: "done", isConfirmed: true };
  }
  const outcome = await waitForClose(job, connection);
  return end === "unfinished" && outcome.kind === "done" ? { kind: "done", isConfirmed: false } : outcome;
}

function interruptedBy(job: Try, reason: Message): Outcome {
  return { kind: "interrupted", reason: job.signal.aborted ? job.abortReason() : reason };
}

function notSent(job: Try): Outcome {
  const reason = job.signal.aborted ? job.abortReason() : reasons.noConnection(job.printer, "");
  return { kind: "notSent", reason };
}

/** True when the printer answers questions and can print, false when it does not answer; else the outcome. */
async function askBefore(job: Try, connection: Connection): Promise<boolean | Outcome> {
  const { question } = job;
  if (question === null) return false;
  try {
    await connection.write(question.question);
  } catch {
    return notSent(job);
  }
  const answer = await connection.answer((received) => question.read(received, "before"), job.limits.askMs);
  if (answer === null) {
    if (connection.state() !== "open") return notSent(job);
    job.wasSilent();
    return false;
  }
  job.saw(answer.condition);
  if (answer.condition === "ready" || answer.condition === "busy") return true;
  return { kind: "notSent", reason: reasons.rejectReason(job.printer, answer.condition) };
}

/** Sends every byte, for as long as the printer goes on taking them. Gives the reason when it does not. */
async function sendAll(job: Try, connection: Connection): Promise<Message | null> {
  for (let offset = 0; offset < job.data.length; offset += CHUNK) {
    const written = connection.write(job.data.subarray(offset, offset + CHUNK)).then(
      () => "taken" as const,
      () => "lost" as const,
    );
    const result = await patiently(job, written);
    if (result === "lost") return lost(job, connection);
    if (result === "stalled") return reasons.stalledTooLong(job.printer);
  }
  return null;
}

/** Waits for one chunk; says after a while that the printer takes nothing, and gives up after `stallMs`. */
async function patiently<T>(job: Try, chunk: Promise<T>): Promise<T | "stalled"> {
  let isWaiting = false;
  const notice = setTimeout(() => {
    isWaiting = true;
    job.waits(reasons.takesNothing(job.printer));
  }, job.limits.noticeMs);
  let giveUp: NodeJS.Timeout | undefined;
  const stalled = new Promise<"stalled">((done) => {
    giveUp = setTimeout(() => done("stalled"), job.limits.stallMs);
  });
  const result = await Promise.race([chunk, stalled]);
  clearTimeout(notice);
  clearTimeout(giveUp);
  if (isWaiting && result !== "stalled") job.waits(null);
  return result;
}

function lost(job: Try, connection: Connection): Message {
  return connection.state() === "closed"
    ? reasons.closedEarly(job.printer)
    : reasons.connectionLost(job.printer);
}

/**
 * Asks a printer that answered before the job how it is, until one of these ends the questions:
 * - "done": it says that nothing of the job is left.
 * - "untold": it is ready, and its language can't tell the end of a job, or it has not told the end for `silentMs`. It
 *   counts as a printer that never answers: our side closes, and its close decides.
 * - "unfinished": it has said for `stallMs` that it is printing, and its counts have not changed. Our side closes too;
 *   the job is at best sent, not confirmed, even if the printer closes in order.
 * - A reason: it answered nothing for `silentMs`, reported a fault for `stallMs`, or closed. The job is interrupted.
 */
async function askUntilDone(
  job: Try,
  connection: Connection,
): Promise<"done" | "untold" | "unfinished" | Message> {
  const { question, limits } = job;
  if (question === null) return "untold";
  let movedAt = performance.now();
  let progress = "";
  for (;;) {
    connection.forget();
    try {
      await connection.write(question.afterJob);
    } catch {
      return lost(job, connection);
    }
    const read = (received: Buffer) => question.read(received, "after");
    let answer = await connection.answer(read, limits.lookMs);
    if (answer === null && connection.state() === "open") {
      const hindrance = await untilTaken(job, connection);
      if (hindrance) return hindrance;
      answer = await connection.answer(read, limits.silentMs);
    }
    if (answer === null)
      return connection.state() === "open" ? reasons.fellSilent(job.printer) : lost(job, connection);
    job.saw(answer.condition);
    if (answer.condition === "ready" && answer.isEmpty !== false) return answer.isEmpty ? "done" : "untold";
    const { condition, left = "" } = answer;
    const isWorking = condition === "ready" || condition === "busy";
    job.waits(isWorking ? null : reasons.rejectReason(job.printer, condition));
    const before = progress;
    progress = isWorking ? `${condition} ${left}` : "stopped";
    if (isWorking && progress !== before) movedAt = performance.now();
    const still = performance.now() - movedAt;
    if (condition === "ready" && still >= limits.silentMs) return "untold";
    if (still >= limits.stallMs) return isWorking ? "unfinished" : reasons.stalledTooLong(job.printer);
    await connection.settled(isWorking ? limits.askAgainMs : limits.askStoppedMs);
    if (connection.state() !== "open") return lost(job, connection);
  }
}

/**
 * After our half-close: the printer's own close confirms, a reset interrupts. One that does neither within `silentMs`
 * after its TCP took the last byte counts as done, unconfirmed.
 */
async function waitForClose(job: Try, connection: Connection): Promise<Outcome> {
  // Most printers close at once; only where one does not is the kernel's table worth its price.
  await connection.settled(job.limits.lookMs);
  const hindrance = connection.tookAll() ? null : await untilTaken(job, connection);
  if (hindrance === null) await connection.settled(job.limits.silentMs);
  if (job.signal.aborted) return { kind: "interrupted", reason: job.abortReason() };
  if (hindrance) return { kind: "interrupted", reason: hindrance };
  if (connection.state() === "failed")
    return { kind: "interrupted", reason: reasons.connectionLost(job.printer) };
  return { kind: "done", isConfirmed: connection.state() === "closed" };
}

/**
 * Waits until the printer's TCP has taken every byte, for as long as it goes on taking some: what our own kernel holds
 * is not with the printer yet. Gives the reason when it stalls, or closes before it has taken all.
 */
async function untilTaken(job: Try, connection: Connection): Promise<Message | null> {
  const { limits, printer } = job;
  let least = Number.POSITIVE_INFINITY;
  let movedAt = performance.now();
  let isWaiting = false;
  for (;;) {
    // Looked at before the table is read: what is untaken after the printer's close it never took.
    const state = connection.state();
    const left = (await untakenBytes(connection.socket)) ?? 0;
    // One byte may be the end of our side itself.
    if (state === "failed" || left <= 1) break;
    if (state === "closed") return reasons.closedEarly(printer);
    const still = performance.now() - movedAt;
    if (left < least) {
      least = left;
      movedAt = performance.now();
      if (isWaiting) job.waits(null);
      isWaiting = false;
    } else if (still >= limits.stallMs) return reasons.stalledTooLong(printer);
    else if (still >= limits.noticeMs && !isWaiting) {
      isWaiting = true;
      job.waits(reasons.takesNothing(printer));
    }
    await connection.settled(limits.lookMs);
  }
  if (isWaiting) job.waits(null);
  return null;
}
