import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { OtherSystemFailed } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { runProgram } from "../../programs/run.ts";

const PROCESS = fileURLToPath(new URL("./drive-process.ts", import.meta.url));

/** How long a drive may take. At the lowest priority, the process itself may need seconds to start. Tests take less. */
export const driveLimit = { ms: 20_000 };

/**
 * Asks a process of its own (drive-process.ts) about folders of other disks and network drives, which may hang. Resolves with the lines
 * that it has printed until its end, or until the limit.
 */
export async function askDrives<T extends z.ZodType>(
  shape: T,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<z.output<T>[]> {
  const call = { program: process.execPath, args: [PROCESS, ...args], timeoutMs: driveLimit.ms, signal };
  const { status, wasStopped, lines, messages } = await runProgram(call);
  if (wasStopped === null && status !== 0)
    throw new Error(`the process that reads drives ended with ${String(status)}: ${messages.slice(-1000)}`);
  return lines.map((line) => shape.parse(JSON.parse(line)));
}

/** The one line about a folder. Rejects with OtherSystemFailed where the folder does not respond. */
export async function askDrive<T extends z.ZodType>(
  shape: T,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<z.output<T>> {
  const [answer] = await askDrives(shape, args, signal);
  if (answer === undefined)
    throw new OtherSystemFailed(msg("The folder does not respond. Check the network drive."));
  return answer;
}
