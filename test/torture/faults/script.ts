import { setTimeout as sleep } from "node:timers/promises";
import { callerOf } from "../call.ts";
import type { Fixture } from "../fixture.ts";
import type { Ledger } from "../ledger.ts";
import { isWithoutResponse } from "../load.ts";
import type { Random } from "../random.ts";
import { NotStarted, type ServerProcess, startServerProcess } from "../server-process.ts";
import { WORKLOADS } from "../workloads.ts";

/** The result of the server's short, fixed run. */
export interface RunResult {
  /** It did not start: its output, and its end. */
  readonly refused: NotStarted | null;
  /** The signal that ended it before its stop; null when it went on. */
  readonly died: NodeJS.Signals | null;
  /** The exit status after its stop. */
  readonly status: number | null;
  readonly responses: readonly { readonly status: number; readonly text: string }[];
  /** Its output on standard output and error, except its log and `ready`. */
  readonly output: string;
}

/** Each kind of work so often, one after the other. */
const TURNS = 3;
const LAST_WORDS_MS = 100;

/** Starts a server, makes it do every kind of work, and stops it. */
export async function runScript(
  folder: string,
  environment: Readonly<Record<string, string>>,
  { fixture, ledger, random }: { fixture: Fixture; ledger: Ledger; random: Random },
): Promise<RunResult> {
  const responses: { status: number; text: string }[] = [];
  let server: ServerProcess;
  try {
    server = await startServerProcess(folder, environment);
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    return {
      refused: error,
      died: error.end.signal,
      status: error.end.status,
      responses,
      output: spoken(error.output),
    };
  }
  const lane = {
    call: callerOf(server.url, fixture.token),
    ledger,
    random,
    fixture,
    items: fixture.items.slice(0, TURNS),
    printers: [fixture.deadPrinter],
  };
  try {
    for (let turn = 0; turn < TURNS; turn++)
      for (const workload of WORKLOADS) {
        const { status, bytes } = await workload.turn(lane);
        responses.push({ status, text: bytes.toString("utf8", 0, 400) });
      }
  } catch (error) {
    if (!isWithoutResponse(error)) throw error;
  }
  // The end of a process may be reported later than it happens.
  const ended = await Promise.race([server.ended, sleep(LAST_WORDS_MS, null)]);
  const end = ended ?? (await server.end("SIGTERM"));
  return {
    refused: null,
    died: ended?.signal ?? null,
    status: end.status,
    responses,
    output: spoken(server.output()),
  };
}

function spoken(output: string): string {
  return output
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("{") && !line.startsWith("ready "))
    .join("\n");
}
