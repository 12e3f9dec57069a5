import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import { type ClientConfig, DatabaseError, Pool } from "pg";
import { OtherSystemFailed } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Log } from "../platform/log.ts";
import type { OfficeAccess } from "../platform/office-address.ts";
import { causeOf } from "./errors.ts";

/** True for an address of this machine, to which nothing travels over a network. */
const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

const CONNECT_MS = 10_000;
/** A batch takes a second at most. The line may be cut without a sign of it. */
const STATEMENT_MS = 30_000;

/** The file of the authority's certificate can't be read. */
export class AuthorityFileError extends Error {}

/**
 * The configuration of a connection. It is encrypted, and the certificate must be of this host and issued by the authority of
 * `caFile`, or by a public one. Only the database on this machine is reached without encryption, unless there is a `caFile`.
 * Throws AuthorityFileError.
 */
export function connectionOf({ caFile, ...address }: OfficeAccess): ClientConfig {
  const { host } = address;
  const ssl = {
    ...(caFile !== null && { ca: readAuthority(caFile) }),
    // pg would compare an IP address with "localhost".
    checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(host, certificate),
  };
  return {
    ...address,
    ssl: caFile === null && isLoopback(host) ? false : ssl,
    application_name: "tallybox",
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS,
  };
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new AuthorityFileError(`${file} can't be read`, { cause: error });
  }
}

/** Connections for the questions of people, beside that of the delivery. */
const MAX_CONNECTIONS = 3;
const READ_CONNECT_MS = 5000;
/** A search may read every article of every site. */
const READ_MS = 10_000;
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
      // The next connection reads the certificate file again. Questions that run go on, and unused connections end by themselves.
      if (!(error instanceof DatabaseError)) this.#pool = null;
      const cause = causeOf(error);
      throw new OtherSystemFailed(msg("The head office can't be read now. {cause}", { cause }));
    }
  }

  /** Does not wait for questions that run: they only read, and on a cut line they would hold up the end of the process. */
  async stop(): Promise<void> {
    this.#pool
      ?.end()
      .catch((error: unknown) => this.#log.warn({ err: error }, "the head office's connections did not end"));
  }

  /** Made with the first question: a certificate file that can't be read must not stop the server. */
  #connections(): Pool {
    if (this.#pool !== null) return this.#pool;
    const pool = new Pool({
      ...connectionOf(this.#access),
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: READ_CONNECT_MS,
      statement_timeout: READ_MS,
      query_timeout: READ_MS + READ_CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
    });
    // An idle connection was ended by the database; the next question gets another one.
    pool.on("error", () => undefined);
    this.#pool = pool;
    return pool;
  }
}
