import type { Message } from "../../domain/message.ts";
import type { StatusQuery, StatusReply } from "../languages/status.ts";
import type { Connection } from "./connection.ts";
import { lostReason, type PrintJob, type SendOutcome } from "./print-job.ts";
import * as reasons from "./reasons.ts";
import { unacknowledgedBytes } from "./tcp-queue.ts";

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
export async function pollUntilDone(
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
export async function waitForPrinterClose(job: PrintJob, connection: Connection): Promise<SendOutcome> {
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
