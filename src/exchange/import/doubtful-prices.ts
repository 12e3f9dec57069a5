import { listCatalogueNames } from "../../catalogue/catalogue.ts";
import { findCompanyCurrency } from "../../catalogue/currency.ts";
import { fold } from "../../domain/text-folding.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import type { Db } from "../../storage/database/statement.ts";
import { cellText, currencyIn, isNumberLike } from "./cells.ts";
import type { Header } from "./header.ts";

/** What of a list's prices is taken for something else, or not at all. */
export interface DoubtfulPrices {
  /** Prices that name another currency than the company's. */
  readonly otherCurrency: { readonly count: number; readonly currencies: readonly string[] };
  /** The columns of prices, where none is imported as the price. */
  readonly notImported: readonly { readonly header: string; readonly values: number }[];
}

const PRICE_WORD = /\b(?:cen[ay]|hodnota|price|cost|value|preis|wert|betrag|kosten)\b|(?:preis|wert|kosten)$/;
const OTHER_WORD = /cent(?:er|re)/;

/** Collects the doubtful prices of a list of articles. An imported price is in the company's currency. */
export class PriceCheck {
  /** The company's currency, else those that lists offer. */
  readonly #known: readonly (string | null)[];
  readonly #priceIndex: number | undefined;
  readonly #candidates: { readonly header: string; readonly index: number; filled: number; values: number }[];
  readonly #currencies = new Set<string>();
  #count = 0;

  constructor(db: Db, tenantId: number, { columns, headers }: Header) {
    const company = findCompanyCurrency(db, tenantId);
    const names =
      company === null ? listCatalogueNames(db, "currencyType", tenantId).map(({ name }) => name) : [company];
    this.#known = names.map((name) => currencyIn(name));
    this.#priceIndex = columns.find(({ field }) => field === "price")?.index;
    const used = new Set(columns.flatMap(({ index, joined = [index] }) => joined));
    this.#candidates = headers.flatMap((header, index) => {
      const words = fold(header);
      const isPrice = PRICE_WORD.test(words) && !OTHER_WORD.test(words);
      const isFree = this.#priceIndex === undefined && !used.has(index);
      return isPrice && isFree ? [{ header, index, filled: 0, values: 0 }] : [];
    });
  }

  /** Counts the values of a row in columns that are not imported. */
  addRow({ cells }: ReadRow): void {
    for (const candidate of this.#candidates) {
      const text = cellText(cells[candidate.index]);
      if (text !== "") candidate.filled++;
      if (isNumberLike(text)) candidate.values++;
    }
  }

  /** Counts the price of a row that is imported. */
  addPrice({ cells, currencies }: ReadRow): void {
    const index = this.#priceIndex;
    const text = index === undefined ? "" : (currencies?.get(index) ?? cellText(cells[index]));
    const currency = currencyIn(text, this.#known);
    if (currency === null || this.#known.length === 0 || this.#known.includes(currency)) return;
    this.#count++;
    this.#currencies.add(currency);
  }

  all(): DoubtfulPrices {
    return {
      otherCurrency: { count: this.#count, currencies: [...this.#currencies] },
      notImported: this.#candidates
        .filter(({ filled, values }) => values > filled / 2)
        .map(({ header, values }) => ({ header, values })),
    };
  }
}
