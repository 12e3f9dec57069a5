import type { Client } from "pg";
import { z } from "zod";
import { DomainError, WrongState } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { text } from "../http/endpoint/fields.ts";
import { parse } from "../http/endpoint/parse.ts";
import type { OwnedValues } from "../master-data/ownership.ts";

// The rows of `tallybox.master_article`. A site's own row for a code takes precedence over that of every site.

/** The site of the rows that are for every site. */
export const EVERY_SITE = "00000000-0000-0000-0000-000000000000";

/** Codes that are read at once. */
export const PAGE_CODES = 1000;
/** Longer values are rejected: no more of them needs to be read. */
const MAX_READ = 1000;

/** The sites whose rows hold at a site, in the order of precedence. */
export const sitesOf = (site: string): readonly string[] => [site, EVERY_SITE];

/** The time of the database. */
export async function readClock(client: Client): Promise<Date> {
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
export async function readCodes(
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
export type MasterRow = OwnedValues | null | { readonly reason: Message };

const nullable = z.string().nullable();
const Rows = z.array(z.object({ site: z.string(), code: z.string(), name: nullable, category: nullable }));

/** The rows that hold at a site, of each of these codes. */
export async function readMasterRows(
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
