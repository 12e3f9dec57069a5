import { join } from "node:path";
import Database from "better-sqlite3";
import { callerOf } from "../call.ts";
import type { Chance } from "../chance.ts";
import type { Ledger, Moment } from "../ledger.ts";
import { NotStarted, type ServerProcess, startServerProcess } from "../server-process.ts";
import { fault, together, type Verdict } from "../verdict.ts";
import type { Stock } from "../world.ts";
import { checkAnswers } from "./answers.ts";
import { checkDatabase } from "./database.ts";
import type { Printed } from "./labels.ts";
import { onNewest } from "./newest.ts";
import type { PhotoRule } from "./photos.ts";

/** The checks to run. */
export interface Sought {
  readonly world: Stock;
  readonly ledger: Ledger;
  readonly chance: Chance;
  /** Everything acknowledged by then must exist. */
  readonly until: Moment;
  /** Default: all. */
  readonly photoRule?: PhotoRule;
  /** By default the server has printed at no stand-in. */
  readonly printed?: Printed;
}

/** Checks everything, over HTTP and in a copy of the database of a running server. */
export async function lookThrough(server: ServerProcess, folder: string, sought: Sought): Promise<Verdict> {
  const { world, ledger, chance, until, photoRule = "all", printed = null } = sought;
  const answers = await checkAnswers(callerOf(server.url, world.token), ledger, until, chance);
  return together(lookInto(folder, { ledger, until, photoRule, printed }), answers);
}

function lookInto(
  folder: string,
  expected: Pick<Sought, "ledger" | "until"> & { photoRule: PhotoRule; printed: Printed | null },
): Verdict {
  try {
    return onNewest(folder, (db) => checkDatabase(db, { ...expected, photos: join(folder, "photos") }));
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    return fault(`the database can't be read: ${error.message}`);
  }
}

/** Starts a server, checks it and stops it. A server that does not start, or does not stop cleanly, is an error. */
export async function startAndLook(
  folder: string,
  sought: Sought,
  settings: Readonly<Record<string, string>> = {},
): Promise<Verdict> {
  try {
    const server = await startServerProcess(folder, settings);
    const verdict = await lookThrough(server, folder, sought);
    const { status } = await server.end("SIGTERM");
    return status === 0
      ? verdict
      : together(verdict, fault(`it stopped with status ${status}: ${server.output()}`));
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    return fault(error.message);
  }
}
