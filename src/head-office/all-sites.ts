import { z } from "zod";
import { Forbidden } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { FIRST_TENANT } from "../domain/roles.ts";
import { fold } from "../domain/text-folding.ts";
import { MAX_SEARCH_WORDS, searchWords } from "../domain/word-search.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { searched } from "../http/endpoint/fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { QuantityUnit } from "../http/endpoint/references.ts";
import { readSettings } from "../settings/settings.ts";
import type { OfficeReader } from "./connection.ts";
import type { HeadOffice } from "./head-office.ts";

/** A site of the company. */
const OfficeSite = namedObject("OfficeSite", {
  site: z.uuid(),
  name: z.string(),
  isOwn: z.boolean().describe("the site of this server"),
  isLoading: z.boolean().describe("its records are not complete yet"),
  heardAt: z.iso.datetime().describe("last sign of life, by the clock of the head office"),
  isSilent: z
    .boolean()
    .describe("not heard of for a minute; a site that is connected is heard every 10 seconds"),
  currentAt: z.iso
    .datetime()
    .nullable()
    .describe("its records here are those of this time; null: not complete yet"),
  version: z.string().describe("version of its software"),
});
type OfficeSite = z.output<typeof OfficeSite>;

const atSite = { site: z.uuid(), siteName: z.string(), oid: z.int().describe("unique within its site") };

/** An article of any site. */
const OfficeArticle = namedObject("OfficeArticle", {
  ...atSite,
  code: z.string().nullable(),
  name: z.string(),
  category: z.string().nullable(),
  quantity: z.int().describe("at all locations of the site"),
  unit: QuantityUnit,
});
type OfficeArticle = z.output<typeof OfficeArticle>;

/** Articles of all sites that match a search. */
const OfficeArticles = namedObject("OfficeArticles", {
  articles: z.array(OfficeArticle),
  hasMore: z.boolean(),
});

/** A stocktake of any site that is not closed. */
const OfficeStocktake = namedObject("OfficeStocktake", {
  ...atSite,
  name: z.string(),
  inventoryStateId: z.int().describe("1 to 6"),
  items: z.int(),
  counted: z.int().describe("items that are counted"),
});
type OfficeStocktake = z.output<typeof OfficeStocktake>;

/** Articles of a search. */
const MAX_ARTICLES = 100;
/** Stocktakes that are not closed. */
const MAX_STOCKTAKES = 500;

/** Rows of the database with times as texts. */
const read = <T extends z.ZodType>(shape: T, rows: readonly unknown[]) => z.array(shape).parse(rows);

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The sites by name. `own`: the id of this one. */
async function listSites(reader: OfficeReader, own: string | null): Promise<OfficeSite[]> {
  const rows = await reader.rows(
    `SELECT site, name, coalesce(site::text = $1, false) AS "isOwn", is_loading AS "isLoading",
       ${iso("heard_at")} AS "heardAt", heard_at < now() - interval '1 minute' AS "isSilent", ${iso("current_at")} AS "currentAt", version
     FROM tallybox.site ORDER BY lower(name), site`,
    [own],
  );
  return read(OfficeSite, rows);
}

const ARTICLES = `SELECT a.site, s.name AS "siteName", a.oid::int AS oid, a.code, a.name, c.name AS category, a.unit,
    (SELECT coalesce(sum(l.quantity), 0) FROM tallybox.article_location l
      WHERE l.site = a.site AND l.article_id = a.oid)::float8 AS quantity
  FROM tallybox.article a
  JOIN tallybox.site s ON s.site = a.site
  LEFT JOIN tallybox.article_category c ON c.site = a.site AND c.oid = a.category_id`;

/** Articles of all sites: those with this code; without one, those whose code or name has every word of the text. */
async function searchArticles(
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
async function listOpenStocktakes(reader: OfficeReader): Promise<OfficeStocktake[]> {
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
       WHERE NOT j.is_unexpected
       GROUP BY j.site, j.inventory_id
     ) n ON n.site = i.site AND n.inventory_id = i.oid
     WHERE i.inventory_state_id < 7
     ORDER BY lower(s.name), lower(i.name), i.site, i.oid LIMIT ${MAX_STOCKTAKES}`,
  );
  return read(OfficeStocktake, rows);
}

const RIGHT =
  "For the roles of the setting `allSitesRoles` in the first tenant, where the head office lets this site see the others. Without a head office there are none.";
const AWAY = { 502: "the database of the head office can't be read" };

/** Endpoints for what the head office knows of all sites. `headOffice`: null where there is none. */
export function allSitesRoutes({ storage }: Dependencies, headOffice: HeadOffice | null): Endpoint[] {
  function maySee({ tenantId, roles }: Principal): boolean {
    const { allSitesRoles } = readSettings(storage.db).settings;
    return tenantId === FIRST_TENANT && roles.some((role) => allSitesRoles.includes(role));
  }
  /** False: the head office shows this site no other. */
  const isShown = () => headOffice?.status().login?.seesAllSites !== false;
  function assertMaySee(principal: Principal): void {
    if (!maySee(principal))
      throw new Forbidden(msg("Your role may not see other sites. An administrator can allow it."));
    if (isShown()) return;
    throw new Forbidden(
      msg(
        "The head office shows this site its own records only. There, the database user needs the role tallybox_reader.",
      ),
    );
  }
  return [
    query("GET", "/api/sites/permission", {
      operationId: "getSitesPermission",
      permission: "manage",
      summary: "Whether there is a head office that shows all sites, and the user may see them",
      response: namedObject("SitesPermission", { isPermitted: z.boolean() }),
      variesByPrincipal: true,
      run: (_, principal) => ({
        kind: "json",
        body: { isPermitted: headOffice !== null && isShown() && maySee(principal) },
      }),
    }),
    query("GET", "/api/sites", {
      operationId: "listSites",
      permission: "manage",
      summary: "The sites of the company, by name",
      description: RIGHT,
      errors: AWAY,
      response: z.array(OfficeSite),
      variesByPrincipal: true,
      async run(_, principal) {
        assertMaySee(principal);
        const body = headOffice && (await listSites(headOffice.reader, headOffice.status().site));
        return { kind: "json", body: body ?? [] };
      },
    }),
    query("GET", "/api/sites/articles", {
      operationId: "searchSites",
      permission: "manage",
      summary: "Articles of all sites, with the pieces that each site has",
      description: `Those with the code \`text\`; where there is none, those whose code or name has each of its words. At most 100. ${RIGHT}`,
      query: { text: searched() },
      errors: AWAY,
      response: OfficeArticles,
      variesByPrincipal: true,
      async run({ query: { text: searched } }, principal) {
        assertMaySee(principal);
        const body = headOffice && (await searchArticles(headOffice.reader, searched));
        return { kind: "json", body: body ?? { articles: [], hasMore: false } };
      },
    }),
    query("GET", "/api/sites/stocktakes", {
      operationId: "listOpenStocktakesOfSites",
      permission: "manage",
      summary: "The stocktakes of all sites that are not closed",
      description: `At most 500, by site and name. ${RIGHT}`,
      errors: AWAY,
      response: z.array(OfficeStocktake),
      variesByPrincipal: true,
      async run(_, principal) {
        assertMaySee(principal);
        const body = headOffice && (await listOpenStocktakes(headOffice.reader));
        return { kind: "json", body: body ?? [] };
      },
    }),
  ];
}
