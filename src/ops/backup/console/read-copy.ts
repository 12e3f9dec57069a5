import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type ReadCopyJob, ReadMessage } from "./read-messages.ts";

const PROCESS = fileURLToPath(new URL("./read-copy-process.ts", import.meta.url));

/** A running process that reads a copy. */
export interface ReadingProcess {
  /** Resolves at its end; rejects where it crashed. */
  readonly ended: Promise<void>;
  kill(): void;
}

/** Starts the process that checks and prepares a copy. `onMessage` receives its messages; the last is `done` or `failed`. */
export function readCopy(job: ReadCopyJob, onMessage: (message: ReadMessage) => void): ReadingProcess {
  const child = spawn(process.execPath, [PROCESS], { cwd: "/", stdio: ["pipe", "pipe", "pipe"] });
  // A process that can't start or ends early is reported by its exit.
  child.stdin.on("error", () => {});
  child.stdin.write(`${JSON.stringify(job)}\n`);
  let isKilled = false;
  return {
    ended: follow(),
    kill() {
      isKilled = true;
      child.kill("SIGKILL");
    },
  };

  async function follow(): Promise<void> {
    let hasEnded = false;
    const received = (line: string) => {
      if (isKilled) return;
      const message = ReadMessage.parse(JSON.parse(line));
      hasEnded ||= message.kind === "done" || message.kind === "failed";
      onMessage(message);
    };
    const lines = createInterface({ input: child.stdout }).on("line", received);
    const [errors, [status]] = await Promise.all([
      text(child.stderr),
      once(child, "exit"),
      once(lines, "close"),
    ]);
    child.stdin.destroy();
    if (isKilled || hasEnded) return;
    throw new Error(`the process that reads the copy ended with ${String(status)}: ${errors.slice(0, 1000)}`);
  }
}
