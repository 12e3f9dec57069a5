import { join } from "node:path";
import Database from "better-sqlite3";
import { callerOf } from "../call.ts";
import type { Stock } from "../fixture.ts";
import type { Ledger, Moment } from "../ledger.ts";
import type { Random } from "../random.ts";
import { NotStarted, type ServerProcess, startServerProcess } from "../server-process.ts";
import { fault, together, type Verdict } from "../verdict.ts";
import { checkDatabase } from "./database.ts";
import type { Printed } from "./labels.ts";
import { onNewest } from "./newest.ts";
import type { PhotoRule } from "./photos.ts";
import { checkResponses } from "./responses.ts";

/** The checks to run. */
export interface CheckInput {
  readonly fixture: Stock;
  readonly ledger: Ledger;
  readonly random: Random;
  /** Everything acknowledged by then must exist. */
  readonly until: Moment;
  /** Default: all. */
  readonly photoRule?: PhotoRule;
  /** By default the server has printed at no printer stub. */
  readonly printed?: Printed;
}

/** Checks everything, over HTTP and in a copy of the database of a running server. */
export async function checkServer(
  server: ServerProcess,
  folder: string,
  input: CheckInput,
): Promise<Verdict> {
  const { fixture, ledger, random, until, photoRule = "all", printed = null } = input;
  const responses = await checkResponses(callerOf(server.url, fixture.token), ledger, until, random);
  return together(checkFolder(folder, { ledger, until, photoRule, printed }), responses);
}

function checkFolder(
  folder: string,
  expected: Pick<CheckInput, "ledger" | "until"> & { photoRule: PhotoRule; printed: Printed | null },
): Verdict {
  try {
    return onNewest(folder, (db) => checkDatabase(db, { ...expected, photos: join(folder, "photos") }));
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    return fault(`the database can't be read: ${error.message}`);
  }
}

/** Starts a server, checks it and stops it. A server that does not start, or does not stop cleanly, is an error. */
export async function startAndCheck(
  folder: string,
  input: CheckInput,
  settings: Readonly<Record<string, string>> = {},
): Promise<Verdict> {
  try {
    const server = await startServerProcess(folder, settings);
    const verdict = await checkServer(server, folder, input);
    const { status } = await server.end("SIGTERM");
    return status === 0
      ? verdict
      : together(verdict, fault(`it stopped with status ${status}: ${server.output()}`));
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    return fault(error.message);
  }
}
