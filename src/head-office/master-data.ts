import { type Client, DatabaseError } from "pg";
import { DomainError, WrongState } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { FIRST_TENANT } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import type { OwnedValues } from "../master-data/ownership.ts";
import { countOwned, readOwnedCodes } from "../master-data/stored.ts";
import { applyMasterData } from "./apply-master-data.ts";
import { causeOf } from "./errors.ts";
import { type MasterRow, PAGE_CODES, readClock, readCodes, readMasterRows, sitesOf } from "./master-rows.ts";

/** Everything is read at each connection and this often: deleted rows, and rows that were changed without `changed_at`. */
const WHOLE_MS = 3_600_000;

/** A code whose row can't be applied. */
interface RejectedCode {
  readonly code: string;
  readonly reason: Message;
}

/** What the site has of the head office's master data. */
export interface MasterDataStatus {
  /** Articles of which the head office owns something; null: not counted yet. */
  readonly owned: number | null;
  /** When it was last read, milliseconds since 1970; null: not since the start. */
  readonly readAt: number | null;
  readonly rejected: readonly RejectedCode[];
  /** Why it can't be read; null: it can. */
  readonly failure: Message | null;
}

/** Reads the master data of the head office and applies them to the articles. An error never stops the delivery. */
export class MasterData {
  readonly #dependencies: Dependencies;
  readonly #pollMs: number;
  readonly #rejected = new Map<string, Message>();
  #owned: number | null = null;
  #readAt: number | null = null;
  #failure: Message | null = null;

  /** `pollMs`: time between two reads of what has changed. */
  constructor(dependencies: Dependencies, pollMs: number) {
    this.#dependencies = dependencies;
    this.#pollMs = pollMs;
  }

  status(): MasterDataStatus {
    return {
      owned: this.#owned,
      readAt: this.#readAt,
      rejected: Array.from(this.#rejected, ([code, reason]) => ({ code, reason })),
      failure: this.#failure,
    };
  }

  /** Counts what was read before the start. */
  async count(): Promise<void> {
    this.#owned = await countOwned(this.#dependencies.storage, FIRST_TENANT);
  }

  /**
   * Reads over a connection. The returned function does the next piece of work, if it is time, and returns whether more follows at
   * once. It rejects where the connection has failed.
   */
  follow(client: Client, site: string): () => Promise<boolean> {
    let since: Date | null = null;
    let isWhole = true;
    let wholeAt = Number.NEGATIVE_INFINITY;
    let nextAt = Number.NEGATIVE_INFINITY;
    let work: AsyncGenerator<void, Date> | null = null;
    return async () => {
      if (work === null) {
        const now = performance.now();
        if (now < nextAt) return false;
        isWhole = now - wholeAt >= WHOLE_MS;
        work = this.#read(client, site, isWhole ? null : since);
      }
      try {
        const step = await work.next();
        if (step.done !== true) return true;
        if (isWhole) wholeAt = performance.now();
        since = step.value;
        this.#end(null);
      } catch (error) {
        if (!(error instanceof DatabaseError || error instanceof DomainError)) throw error;
        this.#end(error);
      }
      work = null;
      nextAt = performance.now() + this.#pollMs;
      return false;
    };
  }

  #end(error: Error | null): void {
    const { clock, log } = this.#dependencies;
    if (error === null) this.#readAt = clock.now();
    else if (this.#failure === null)
      log.warn({ err: error }, "the master data of the head office can't be read");
    this.#failure = error && (error instanceof DomainError ? error.text : causeOf(error));
  }

  /** Reads what has changed since a time, or everything, a page at each step. Returns the time for the next read. */
  async *#read(client: Client, site: string, since: Date | null): AsyncGenerator<void, Date> {
    const { storage, clock } = this.#dependencies;
    const readAt = await readClock(client);
    // The console shows the changes of one reading together.
    const cause = `head-office ${Math.floor(clock.now() / 1000)}`;
    const seen = new Set<string>();
    const apply = async (codes: readonly string[]) => {
      const unread = codes.filter((one) => !seen.has(one));
      if (unread.length > 0) await this.#apply(await readMasterRows(client, site, unread), cause);
    };
    for (const owner of sitesOf(site)) {
      for (let after: string | undefined = ""; after !== undefined; ) {
        const codes = await readCodes(client, owner, after, since);
        await apply(codes);
        for (const code of codes) seen.add(code);
        after = codes.length < PAGE_CODES ? undefined : codes.at(-1);
        yield;
      }
    }
    if (since !== null) await apply([...this.#rejected.keys()].slice(0, PAGE_CODES));
    else {
      for (let after: string | undefined = ""; after !== undefined; ) {
        const codes = await readOwnedCodes(storage, FIRST_TENANT, after, PAGE_CODES);
        await apply(codes);
        after = codes.length < PAGE_CODES ? undefined : codes.at(-1);
        yield;
      }
      for (const code of this.#rejected.keys()) if (!seen.has(code)) this.#rejected.delete(code);
    }
    await this.count();
    return readAt;
  }

  /** Applies the rows of some codes. Rows that can't be applied leave everything as it was. */
  async #apply(rows: ReadonlyMap<string, MasterRow>, cause: string): Promise<void> {
    const wanted: [string, OwnedValues | null][] = [];
    const rejected = new Map<string, Message>();
    for (const [code, row] of rows) {
      if (row !== null && "reason" in row) rejected.set(code, row.reason);
      else wanted.push([code, row]);
    }
    const refused = await applyMasterData(this.#dependencies.storage, wanted, cause).catch(notApplied);
    for (const [code, reason] of refused) rejected.set(code, reason);
    const added = [...rejected.keys()].filter((code) => !this.#rejected.has(code));
    for (const code of rows.keys()) this.#rejected.delete(code);
    for (const [code, reason] of rejected) this.#rejected.set(code, reason);
    if (added.length > 0)
      this.#dependencies.log.warn(
        { codes: added.slice(0, MAX_LOGGED), count: added.length },
        "master data of the head office can't be applied",
      );
  }
}

const MAX_LOGGED = 10;

/** An error of this site is none of the connection: the delivery goes on. */
function notApplied(error: Error): never {
  if (error instanceof DomainError) throw error;
  throw new WrongState(msg("The master data can't be applied: {error}", { error: error.message }));
}
