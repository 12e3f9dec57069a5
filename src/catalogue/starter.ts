import { type Message, msg } from "../domain/message.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import type { Tx } from "../storage/database/statement.ts";
import { addToCatalogue } from "./catalogue.ts";
import { setPosition } from "./store.ts";

// The initial lists of a new tenant, sufficient to add an article and propose its disposal.

const LISTS = {
  articleCategory: [
    msg("Appliances"),
    msg("Furniture"),
    msg("IT equipment"),
    msg("Machinery"),
    msg("Office equipment"),
    msg("Tools"),
    msg("Vehicles"),
    msg("Warehouse equipment"),
  ],
  articleType: [
    msg("Cabinet"),
    msg("Chair"),
    msg("Desk"),
    msg("Desktop computer"),
    msg("Hand tool"),
    msg("Laptop"),
    msg("Monitor"),
    msg("Pallet truck"),
    msg("Phone"),
    msg("Power tool"),
    msg("Printer"),
    msg("Rack"),
  ],
  articleDisposalMethod: [
    msg("Donation"),
    msg("Recycling"),
    msg("Return to supplier"),
    msg("Sale"),
    msg("Scrap"),
  ],
  articleDisposalReason: [
    msg("Broken"),
    msg("Lost"),
    msg("No longer needed"),
    msg("Obsolete", "disposal reason"),
    msg("Stolen"),
    msg("Worn out"),
  ],
} as const satisfies Readonly<Record<string, readonly Message[]>>;

/** In display order. */
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "CZK"];
/** Of languages with other habits. */
const OTHER_CURRENCIES: Readonly<Partial<Record<Locale, readonly string[]>>> = {
  cs: ["CZK", "EUR", "USD", "GBP", "PLN"],
  sk: ["EUR", "CZK", "USD", "GBP", "PLN"],
};

/** Adds the initial lists to a new tenant, in its language. */
export function addStarterLists(tx: Tx, tenantId: number, language: Locale): void {
  for (const catalogue of [
    "articleCategory",
    "articleType",
    "articleDisposalMethod",
    "articleDisposalReason",
  ] as const) {
    for (const name of LISTS[catalogue]) addToCatalogue(tx, catalogue, tenantId, textIn(name, language));
  }
  for (const [position, name] of (OTHER_CURRENCIES[language] ?? CURRENCIES).entries()) {
    const recordId = addToCatalogue(tx, "currencyType", tenantId, name);
    setPosition.run(tx, { tenantId, catalogue: "currencyType", recordId, position, change: tx.change });
  }
}
