import type { Message } from "../../domain/message.ts";
import { type Connection, connectTo } from "./connection.ts";
import { pollUntilDone, waitForPrinterClose } from "./job-completion.ts";
import { lostReason, type PrintJob, type SendOutcome } from "./print-job.ts";
import * as reasons from "./reasons.ts";

const CHUNK = 16 * 1024;

/** Sends one job over one connection: connects, queries the status, sends, half-closes, waits for the printer's close. Never rejects. */
export async function sendJob(job: PrintJob): Promise<SendOutcome> {
  let connection: Connection;
  try {
    connection = await connectTo(job.address, job.printer.port, job.limits.connectMs, job.signal);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { kind: "notSent", reason: reasons.noConnection(job.printer, code) };
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

function notSent(job: PrintJob): SendOutcome {
  const reason = job.signal.aborted ? job.abortReason() : reasons.noConnection(job.printer, "");
  return { kind: "notSent", reason };
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
  return { kind: "notSent", reason: reasons.notReady(job.printer, reply.condition) };
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
