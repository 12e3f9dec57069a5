import { setImmediate } from "node:timers/promises";
import { currencyOf } from "../../catalogue/currency.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Cell, Table } from "../../platform/tables/cell.ts";
import { COMPANY } from "../../records/company.ts";
import { INVENTORY } from "../../records/stocktake.ts";
import { type Db, sqlite, statement, type Tx, withoutIndex } from "../../storage/database/statement.ts";
import { insertInto, type Values } from "../../storage/database/table-statements.ts";
import type { OfInventory } from "../inventory.ts";
import { articlesAt } from "../report/ledger.ts";

// The records that a sample by value was drawn from, as they were at the draw.

/** Rows that are read at once: a few milliseconds. */
const MAX_ROWS = 500;

const STOCK = [
  ...(["articleId", "locationId", "location"] as const),
  ...(["quantity", "price", "stratum", "isDrawn"] as const),
] as const;
const insert = insertInto("inventoryPopulation", [
  ...STOCK,
  ...(["inventoryId", "tenantId", "code", "name", "currency"] as const),
]);
const ofArticle = statement((p: { tenantId: number; articleId: number }) =>
  sqlite
    .selectFrom("article as a")
    .where("a.oid", "=", p.articleId)
    .where(withoutIndex("a.tenantId"), "=", p.tenantId)
    .select(["a.code", "a.name", currencyOf("a", p.tenantId).as("currency")]),
);

/** Adds a record of the stock with the present names of its article; returns its currency. */
export function addToPopulation(
  tx: Tx,
  inventory: OfInventory,
  stock: Values<"inventoryPopulation", (typeof STOCK)[number]>,
): string | null {
  const { articleId } = stock;
  const article = ofArticle.first(tx, { tenantId: inventory.tenantId, articleId });
  const { code = null, name = "", currency = null } = article ?? {};
  insert.run(tx, { ...inventory, ...stock, code, name, currency });
  return currency;
}

type Position = { readonly locationId: number; readonly articleId: number };
const page = statement((p: OfInventory & Position & { limit: number }) =>
  sqlite
    .selectFrom("inventoryPopulation as p")
    .innerJoin("article as a", "a.oid", "p.articleId")
    .where("p.inventoryId", "=", p.inventoryId)
    .where(withoutIndex("p.tenantId"), "=", p.tenantId)
    .where((eb) => eb(eb.refTuple("p.locationId", "p.articleId"), ">", eb.tuple(p.locationId, p.articleId)))
    .orderBy("p.locationId")
    .orderBy("p.articleId")
    .limit(p.limit)
    .selectAll("p")
    .select("a.unit"),
);
type PopulationRow = ReturnType<typeof page.all>[number];

/** What each row of the list repeats: whose stocktake it is, and of which day. */
interface ListOf extends OfInventory {
  readonly company: string;
  readonly decisiveDay: string | null;
  readonly drawnDT: string | null;
}

const COLUMNS: readonly (readonly [Message, (row: PopulationRow, rank: string, list: ListOf) => Cell])[] = [
  [msg("Article number"), ({ articleId }) => articleId],
  [msg("Location number"), ({ locationId }) => locationId],
  [msg("Code"), ({ code }) => code],
  [msg("Name"), ({ name }) => name],
  [msg("Location"), ({ location }) => location],
  [msg("Quantity"), ({ quantity }) => quantity],
  [msg("Price"), ({ price }) => price / 10_000],
  [msg("Value"), ({ price, quantity }) => (price * quantity) / 10_000],
  [msg("Currency"), ({ currency }) => currency],
  [msg("Stratum"), ({ stratum }) => stratum],
  [msg("Drawn"), ({ isDrawn }) => isDrawn === 1],
  [msg("Rank (SHA-256)"), (_, rank) => rank],
  [msg("Unit"), ({ unit }) => unit],
  [COMPANY.label, (_row, _rank, { company }) => company],
  [INVENTORY.fields.decisiveDay.label, (_row, _rank, { decisiveDay }) => decisiveDay],
];

/** The population of a sample as a table, by location and article. `rankOf` gives the rank of a record in the draw. */
export function populationTable(
  db: Db,
  list: ListOf,
  rankOf: (row: Position) => string,
  language: Locale,
): Table {
  const { tenantId, inventoryId, drawnDT } = list;
  const pieces = textIn(msg("pcs"), language);
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    for (let after: Position = { locationId: 0, articleId: 0 }; ; ) {
      const found = page.all(db, { tenantId, inventoryId, ...after, limit: MAX_ROWS });
      const ids = found.map(({ articleId }) => articleId);
      const then = drawnDT === null ? null : articlesAt(db, tenantId, ids, drawnDT);
      for (const row of found) {
        const { unit = row.unit } = (then?.get(row.articleId) ?? {}) as Partial<Pick<PopulationRow, "unit">>;
        const ofDraw = { ...row, unit: unit ?? pieces };
        yield COLUMNS.map(([, cellOf]) => cellOf(ofDraw, rankOf(row), list));
      }
      const last = found.at(-1);
      if (last === undefined || found.length < MAX_ROWS) return;
      after = last;
      // Other requests go between the pages.
      await setImmediate();
    }
  }
  const columns = COLUMNS.map(([title]) => ({ title: textIn(title, language) }));
  return { name: "population", columns, rows: rows() };
}
