import { Pool } from "pg";
import { OtherSystemFailed } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Log } from "../platform/log.ts";
import type { OfficeAccess } from "../platform/office-address.ts";
import { connectionOf } from "./address.ts";
import { causeOf } from "./errors.ts";

/** Connections for the questions of people, beside that of the delivery. */
const MAX_CONNECTIONS = 3;
const CONNECT_MS = 5000;
/** A search may read every article of every site. */
const STATEMENT_MS = 10_000;
const IDLE_MS = 60_000;

/** Reads of the head office's database. */
export class OfficeReader {
  readonly #access: OfficeAccess;
  #pool: Pool | null = null;
  readonly #log: Log;

  constructor(access: OfficeAccess, log: Log) {
    this.#access = access;
    this.#log = log;
  }

  /** The rows of a query. Rejects with OtherSystemFailed where the head office does not answer. */
  async rows(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
    try {
      return (await this.#connections().query<Record<string, unknown>>(text, [...values])).rows;
    } catch (error) {
      this.#log.warn({ err: error }, "the head office could not be read");
      const cause = causeOf(error);
      throw new OtherSystemFailed(msg("The head office can't be read now. {cause}", { cause }));
    }
  }

  async stop(): Promise<void> {
    await this.#pool?.end();
  }

  /** Made with the first question: a certificate file that can't be read must not stop the server. */
  #connections(): Pool {
    if (this.#pool !== null) return this.#pool;
    const pool = new Pool({
      ...connectionOf(this.#access),
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
    });
    // An idle connection was ended by the database; the next question gets another one.
    pool.on("error", () => undefined);
    this.#pool = pool;
    return pool;
  }
}
