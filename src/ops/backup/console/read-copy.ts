import { fileURLToPath } from "node:url";
import { runProgram } from "../../programs/run.ts";
import { JOB_VARIABLE, type ReadCopyJob, ReadMessage } from "./read-messages.ts";

const PROCESS = fileURLToPath(new URL("./read-copy-process.ts", import.meta.url));

/**
 * Checks and prepares a copy in a process of its own. `onMessage` receives its messages; the last is `done` or `failed`. Rejects where
 * the process has crashed, but not where the signal has ended it.
 */
export async function readCopy(
  job: ReadCopyJob,
  signal: AbortSignal,
  onMessage: (message: ReadMessage) => void,
): Promise<void> {
  let hasEnded = false;
  const { status, messages } = await runProgram({
    program: process.execPath,
    args: [PROCESS],
    cwd: "/",
    // The job has the passphrase.
    env: { ...process.env, [JOB_VARIABLE]: JSON.stringify(job) },
    signal,
    onLine(line) {
      if (signal.aborted) return false;
      const message = ReadMessage.parse(JSON.parse(line));
      hasEnded ||= message.kind === "done" || message.kind === "failed";
      onMessage(message);
      return true;
    },
  });
  if (signal.aborted || hasEnded) return;
  throw new Error(`the process that reads the copy ended with ${String(status)}: ${messages.slice(-1000)}`);
}
