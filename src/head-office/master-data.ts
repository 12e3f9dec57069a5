import { type Client, DatabaseError } from "pg";
import { z } from "zod";
import { changeArticle, findArticleByCode } from "../articles/article.ts";
import { addToCatalogue, findInCatalogue } from "../catalogue/catalogue.ts";
import { DomainError, Unavailable, WrongState } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { FIRST_TENANT } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { text } from "../http/endpoint/fields.ts";
import { parse } from "../http/endpoint/parse.ts";
import { hasOwnedValue, type OwnedValues, saveOwned } from "../master-data/ownership.ts";
import { countOwned, type Present, readOwnedCodes, readPresent } from "../master-data/stored.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { causeOf } from "./errors.ts";

/** Everything is read at each connection and this often: deleted rows, and rows that were changed without `changed_at`. */
const WHOLE_MS = 3_600_000;

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

  /** What the site has of the head office's master data. */
  status() {
    return {
      /** Articles of which the head office owns something; null: not counted yet. */
      owned: this.#owned,
      /** When it was last read, milliseconds since 1970; null: not since the start. */
      readAt: this.#readAt,
      /** The codes whose rows can't be applied. */
      rejected: Array.from(this.#rejected, ([code, reason]) => ({ code, reason })),
      /** Why it can't be read; null: it can. */
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
    for (const owner of sitesOf(site))
      for await (const codes of pagesOf((after) => readCodes(client, owner, after, since))) {
        await apply(codes);
        for (const code of codes) seen.add(code);
        yield;
      }
    if (since !== null) await apply([...this.#rejected.keys()].slice(0, PAGE_CODES));
    else {
      const owned = (after: string) => readOwnedCodes(storage, FIRST_TENANT, after, PAGE_CODES);
      for await (const codes of pagesOf(owned)) {
        await apply(codes);
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

// The rows of `tallybox.master_article`. A site's own row for a code takes precedence over that of every site.

/** The site of the rows that are for every site. */
export const EVERY_SITE = "00000000-0000-0000-0000-000000000000";

/** Codes that are read at once. */
const PAGE_CODES = 1000;
/** Longer values are rejected: no more of them needs to be read. */
const MAX_READ = 1000;

/** All codes, a page at a time. `read`: those after a code, in order, at most PAGE_CODES. */
async function* pagesOf(
  read: (after: string) => Promise<readonly string[]>,
): AsyncGenerator<readonly string[], void> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const codes = await read(after);
    yield codes;
    after = codes.length < PAGE_CODES ? undefined : codes.at(-1);
  }
}

/** The sites whose rows hold at a site, in the order of precedence. */
const sitesOf = (site: string): readonly string[] => [site, EVERY_SITE];

/** The time of the database. */
async function readClock(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>("SELECT now() AS now");
  return z.tuple([z.object({ now: z.date() })]).parse(rows)[0].now;
}

/** Parses rows. Throws WrongState: somebody has changed the table. */
function expected<T>(schema: z.ZodType<T>, rows: unknown): T {
  const parsed = schema.safeParse(rows);
  if (parsed.success) return parsed.data;
  throw new WrongState(msg("The columns of tallybox.master_article were changed."));
}

const Codes = z.array(z.object({ code: z.string() }));

/**
 * The codes of a site's rows after a code, in order, at most PAGE_CODES. `since`: only of those that were changed after a minute
 * before this time, because clocks differ and transactions take time.
 */
async function readCodes(
  client: Client,
  site: string,
  after: string,
  since: Date | null,
): Promise<readonly string[]> {
  const changed = since === null ? "" : "AND changed_at > $3::timestamptz - interval '1 minute'";
  const { rows } = await client.query(
    `SELECT code FROM tallybox.master_article WHERE site = $1 AND code > $2 ${changed}
     ORDER BY code LIMIT ${PAGE_CODES}`,
    since === null ? [site, after] : [site, after, since],
  );
  return expected(Codes, rows).map(({ code }) => code);
}

/** The row of a code that holds at a site: the owned values; null: there is none; a Message: why it can't be used. */
type MasterRow = OwnedValues | null | { readonly reason: Message };

const nullable = z.string().nullable();
const Rows = z.array(z.object({ site: z.string(), code: z.string(), name: nullable, category: nullable }));

/** The rows that hold at a site, of each of these codes. */
async function readMasterRows(
  client: Client,
  site: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, MasterRow>> {
  const { rows } = await client.query(
    `SELECT site, code, substr(name, 1, ${MAX_READ}) AS name, substr(category, 1, ${MAX_READ}) AS category
     FROM tallybox.master_article WHERE site IN ($1, $2) AND code = ANY($3::text[])`,
    [...sitesOf(site), codes],
  );
  const found = new Map<string, MasterRow>(codes.map((code) => [code, null]));
  const own = new Set<string>();
  for (const row of expected(Rows, rows)) {
    if (own.has(row.code)) continue;
    if (row.site === site) own.add(row.code);
    found.set(row.code, checked(row));
  }
  return found;
}

const Values = z.object({ code: text(), name: text().nullable(), category: text().nullable() });

/** Checks a row by the rules of the fields of an article. */
function checked(row: OwnedValues & { readonly code: string }): MasterRow {
  try {
    const { code, name, category } = parse(Values, row) as z.output<typeof Values>;
    if (code !== row.code) return { reason: msg("The code has a space at its beginning or end.") };
    return { name, category };
  } catch (error) {
    if (error instanceof DomainError) return { reason: error.text };
    throw error;
  }
}

/** Codes of one transaction: a few milliseconds of work. */
const MAX_CODES = 20;

/** Who changes the articles. */
const AUTHOR = { tenantId: FIRST_TENANT, userName: "head office" };

/** The values that the head office owns of the article with a code; null: none any more. */
type Wanted = readonly [code: string, owned: OwnedValues | null];

/**
 * Saves what the head office owns and changes the articles that differ, by the rules of an edit. Returns the codes that a rule
 * refused, with the reasons. `cause`: for the audit. Rejects with Unavailable while the disk is nearly full.
 */
async function applyMasterData(
  storage: Storage,
  wanted: readonly Wanted[],
  cause: string,
): Promise<ReadonlyMap<string, Message>> {
  const present = await readPresent(
    storage,
    FIRST_TENANT,
    wanted.map(([code]) => code),
  );
  const different = wanted.filter(([code, owned]) => isDifferent(owned, present.get(code)));
  const refused = new Map<string, Message>();
  for (let from = 0; from < different.length; from += MAX_CODES)
    await writeAll(storage, different.slice(from, from + MAX_CODES), cause, refused);
  return refused;
}

function isDifferent(owned: OwnedValues | null, present: Present | undefined): boolean {
  const stored = present?.owned ?? null;
  if (owned === null) return stored !== null;
  if (stored?.name !== owned.name || stored.category !== owned.category) return true;
  const article = present?.article ?? null;
  return article !== null && !hasOwnedValues(owned, article);
}

const hasOwnedValues = (owned: OwnedValues, { name, category }: { name: string; category: string | null }) =>
  hasOwnedValue("name", owned, name) && hasOwnedValue("category", owned, category);

/** Writes in one transaction; if a rule refuses one of them, each in its own. */
async function writeAll(
  storage: Storage,
  wanted: readonly Wanted[],
  cause: string,
  refused: Map<string, Message>,
): Promise<void> {
  const work = (tx: Tx) => {
    tx.setCause(cause);
    for (const one of wanted) write(tx, one);
  };
  try {
    await storage.write(FIRST_TENANT, work, { isRepeatable: true });
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof Unavailable) throw error;
    const [first, ...others] = wanted;
    if (first !== undefined && others.length === 0) refused.set(first[0], error.text);
    else for (const one of wanted) await writeAll(storage, [one], cause, refused);
  }
}

function write(tx: Tx, [code, owned]: Wanted): void {
  saveOwned(tx, FIRST_TENANT, code, owned);
  const record = owned && findArticleByCode(tx, FIRST_TENANT, code);
  if (owned === null || record === null) return;
  const { name, category } = owned;
  const categoryId =
    category === null
      ? record.categoryId
      : (findInCatalogue(tx, "articleCategory", FIRST_TENANT, category) ??
        addToCatalogue(tx, "articleCategory", FIRST_TENANT, category));
  if ((name ?? record.name) === record.name && categoryId === record.categoryId) return;
  changeArticle(tx, AUTHOR, record, { name: name ?? record.name, categoryId });
}
