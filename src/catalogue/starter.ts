import { type Message, msg } from "../domain/message.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import type { Tx } from "../storage/database/statement.ts";
import { addToCatalogue } from "./catalogue.ts";
import { setPosition } from "./store.ts";

// The initial lists of a new tenant, sufficient to add an article and propose its disposal.

const LISTS = {
  articleCategory: [
    msg("Appliances", "Spotřebiče"),
    msg("Furniture", "Nábytek"),
    msg("IT equipment", "Výpočetní technika"),
    msg("Machinery", "Stroje"),
    msg("Office equipment", "Kancelářské vybavení"),
    msg("Tools", "Nářadí"),
    msg("Vehicles", "Vozidla"),
    msg("Warehouse equipment", "Skladové vybavení"),
  ],
  articleType: [
    msg("Cabinet", "Skříň"),
    msg("Chair", "Židle"),
    msg("Desk", "Stůl"),
    msg("Desktop computer", "Stolní počítač"),
    msg("Hand tool", "Ruční nářadí"),
    msg("Laptop", "Notebook"),
    msg("Monitor", "Monitor"),
    msg("Pallet truck", "Paletový vozík"),
    msg("Phone", "Telefon"),
    msg("Power tool", "Elektrické nářadí"),
    msg("Printer", "Tiskárna"),
    msg("Rack", "Regál"),
  ],
  articleDisposalMethod: [
    msg("Donation", "Darování"),
    msg("Recycling", "Recyklace"),
    msg("Return to supplier", "Vrácení dodavateli"),
    msg("Sale", "Prodej"),
    msg("Scrap", "Sešrotování"),
  ],
  articleDisposalReason: [
    msg("Broken", "Poškozené"),
    msg("Lost", "Ztracené"),
    msg("No longer needed", "Nepotřebné"),
    msg("Obsolete", "Zastaralé"),
    msg("Stolen", "Odcizené"),
    msg("Worn out", "Opotřebované"),
  ],
} as const satisfies Readonly<Record<string, readonly Message[]>>;

/** In display order. */
const CURRENCIES: Readonly<Record<Locale, readonly string[]>> = {
  en: ["EUR", "USD", "GBP", "CHF", "CZK"],
  cs: ["CZK", "EUR", "USD", "GBP", "PLN"],
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
  for (const [position, name] of CURRENCIES[language].entries()) {
    const recordId = addToCatalogue(tx, "currencyType", tenantId, name);
    setPosition.run(tx, { tenantId, catalogue: "currencyType", recordId, position, change: tx.change });
  }
}
