import { setTimeout as sleep } from "node:timers/promises";
import { callerOf } from "../call.ts";
import type { Chance } from "../chance.ts";
import type { Ledger } from "../ledger.ts";
import { isUnanswered } from "../load.ts";
import { NotStarted, type ServerProcess, startServerProcess } from "../server-process.ts";
import { WORKLOADS } from "../workloads.ts";
import type { World } from "../world.ts";

/** The result of the server's short, fixed run. */
export interface Life {
  /** It did not start: its output, and its end. */
  readonly refused: NotStarted | null;
  /** The signal that ended it before its stop; null when it went on. */
  readonly died: NodeJS.Signals | null;
  /** The exit status after its stop. */
  readonly status: number | null;
  readonly answers: readonly { readonly status: number; readonly text: string }[];
  /** Its output on standard output and error, except its log and `ready`. */
  readonly output: string;
}

/** Each kind of work so often, one after the other. */
const TURNS = 3;
const LAST_WORDS_MS = 100;

/** Starts a server, makes it do every kind of work, and stops it. */
export async function liveShortly(
  folder: string,
  environment: Readonly<Record<string, string>>,
  { world, ledger, chance }: { world: World; ledger: Ledger; chance: Chance },
): Promise<Life> {
  const answers: { status: number; text: string }[] = [];
  let server: ServerProcess;
  try {
    server = await startServerProcess(folder, environment);
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    return {
      refused: error,
      died: error.end.signal,
      status: error.end.status,
      answers,
      output: spoken(error.output),
    };
  }
  const lane = {
    call: callerOf(server.url, world.token),
    ledger,
    chance,
    world,
    items: world.items.slice(0, TURNS),
    printers: [world.deadPrinter],
  };
  try {
    for (let turn = 0; turn < TURNS; turn++)
      for (const workload of WORKLOADS) {
        const { status, bytes } = await workload.turn(lane);
        answers.push({ status, text: bytes.toString("utf8", 0, 400) });
      }
  } catch (error) {
    if (!isUnanswered(error)) throw error;
  }
  // The end of a process may be reported later than it happens.
  const ended = await Promise.race([server.ended, sleep(LAST_WORDS_MS, null)]);
  const end = ended ?? (await server.end("SIGTERM"));
  return {
    refused: null,
    died: ended?.signal ?? null,
    status: end.status,
    answers,
    output: spoken(server.output()),
  };
}

function spoken(output: string): string {
  return output
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("{") && !line.startsWith("ready "))
    .join("\n");
}
