import { z } from "zod";
import { fold } from "../domain/text-folding.ts";
import { MAX_SEARCH_WORDS, searchWords } from "../domain/word-search.ts";
import type { OfficeReader } from "./office-reader.ts";
import { OfficeArticle, OfficeSite, OfficeStocktake } from "./shapes.ts";

/** Articles of a search. */
const MAX_ARTICLES = 100;
/** Stocktakes that are not closed. */
const MAX_STOCKTAKES = 500;

/** Rows of the database with times as texts. */
const read = <T extends z.ZodType>(shape: T, rows: readonly unknown[]) => z.array(shape).parse(rows);

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The sites by name. `own`: the id of this one. */
export async function listSites(reader: OfficeReader, own: string | null): Promise<OfficeSite[]> {
  const rows = await reader.rows(
    `SELECT site, name, coalesce(site::text = $1, false) AS "isOwn", is_loading AS "isLoading",
       ${iso("heard_at")} AS "heardAt", ${iso("current_at")} AS "currentAt", version
     FROM tallybox.site ORDER BY lower(name), site`,
    [own],
  );
  return read(OfficeSite, rows);
}

const ARTICLES = `SELECT a.site, s.name AS "siteName", a.oid::int AS oid, a.code, a.name, c.name AS category,
    (SELECT coalesce(sum(l.quantity), 0) FROM tallybox.article_location l
      WHERE l.site = a.site AND l.article_id = a.oid)::float8 AS quantity
  FROM tallybox.article a
  JOIN tallybox.site s ON s.site = a.site
  LEFT JOIN tallybox.article_category c ON c.site = a.site AND c.oid = a.category_id`;

/** Articles of all sites: those with this code; without one, those whose code or name has every word of the text. */
export async function searchArticles(
  reader: OfficeReader,
  text: string,
): Promise<{ articles: OfficeArticle[]; hasMore: boolean }> {
  const limit = `ORDER BY a.name_folded, lower(s.name), a.site, a.oid LIMIT ${MAX_ARTICLES + 1}`;
  // By the index of codes: a scan answers at once.
  let rows = await reader.rows(`${ARTICLES} WHERE a.code_folded = $1 ${limit}`, [fold(text.trim())]);
  if (rows.length === 0) {
    const words = searchWords(text).slice(0, MAX_SEARCH_WORDS);
    const conditions = words.map(
      (_, index) => `(a.code_folded LIKE $${index + 1} OR a.name_folded LIKE $${index + 1})`,
    );
    const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`);
    rows = await reader.rows(`${ARTICLES} WHERE ${conditions.join(" AND ")} ${limit}`, patterns);
  }
  const articles = read(OfficeArticle, rows.slice(0, MAX_ARTICLES));
  return { articles, hasMore: rows.length > MAX_ARTICLES };
}

/** The stocktakes of all sites that are not closed, by site and name. */
export async function listOpenStocktakes(reader: OfficeReader): Promise<OfficeStocktake[]> {
  const rows = await reader.rows(
    `SELECT i.site, s.name AS "siteName", i.oid::int AS oid, i.name, i.inventory_state_id::int AS "inventoryStateId",
       coalesce(n.items, 0)::int AS items, coalesce(n.counted, 0)::int AS counted
     FROM tallybox.inventory i
     JOIN tallybox.site s ON s.site = i.site
     LEFT JOIN (
       SELECT j.site, j.inventory_id, count(*) AS items,
         sum(CASE WHEN j.is_found OR j.inventory_quantity IS NOT NULL THEN 1 ELSE 0 END) AS counted
       FROM tallybox.inventory_item j
       JOIN tallybox.inventory o ON o.site = j.site AND o.oid = j.inventory_id AND o.inventory_state_id < 7
       GROUP BY j.site, j.inventory_id
     ) n ON n.site = i.site AND n.inventory_id = i.oid
     WHERE i.inventory_state_id < 7
     ORDER BY lower(s.name), lower(i.name), i.site, i.oid LIMIT ${MAX_STOCKTAKES}`,
  );
  return read(OfficeStocktake, rows);
}
