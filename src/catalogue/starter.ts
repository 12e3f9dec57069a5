import { type Language, say, type Words } from "../domain/message.ts";
import type { Tx } from "../storage/database/statement.ts";
import { addToCatalogue } from "./catalogue.ts";
import { setPosition } from "./store.ts";

// What a new tenant's lists begin with, so that an article can be added and its disposal proposed at once.

const LISTS = {
  articleCategory: [
    say("Appliances", "Spotřebiče"),
    say("Furniture", "Nábytek"),
    say("IT equipment", "Výpočetní technika"),
    say("Machinery", "Stroje"),
    say("Office equipment", "Kancelářské vybavení"),
    say("Tools", "Nářadí"),
    say("Vehicles", "Vozidla"),
    say("Warehouse equipment", "Skladové vybavení"),
  ],
  articleType: [
    say("Cabinet", "Skříň"),
    say("Chair", "Židle"),
    say("Desk", "Stůl"),
    say("Desktop computer", "Stolní počítač"),
    say("Hand tool", "Ruční nářadí"),
    say("Laptop", "Notebook"),
    say("Monitor", "Monitor"),
    say("Pallet truck", "Paletový vozík"),
    say("Phone", "Telefon"),
    say("Power tool", "Elektrické nářadí"),
    say("Printer", "Tiskárna"),
    say("Rack", "Regál"),
  ],
  articleDisposalMethod: [
    say("Donation", "Darování"),
    say("Recycling", "Recyklace"),
    say("Return to supplier", "Vrácení dodavateli"),
    say("Sale", "Prodej"),
    say("Scrap", "Sešrotování"),
  ],
  articleDisposalReason: [
    say("Broken", "Poškozené"),
    say("Lost", "Ztracené"),
    say("No longer needed", "Nepotřebné"),
    say("Obsolete", "Zastaralé"),
    say("Stolen", "Odcizené"),
    say("Worn out", "Opotřebované"),
  ],
} as const satisfies Readonly<Record<string, readonly Words[]>>;

/** In the order in which they are offered. */
const CURRENCIES: Readonly<Record<Language, readonly string[]>> = {
  en: ["EUR", "USD", "GBP", "CHF", "CZK"],
  cs: ["CZK", "EUR", "USD", "GBP", "PLN"],
};

/** Adds the starter values of all lists to a new tenant, in its language. */
export function addStarterLists(tx: Tx, tenantId: number, language: Language): void {
  for (const catalogue of [
    "articleCategory",
    "articleType",
    "articleDisposalMethod",
    "articleDisposalReason",
  ] as const) {
    for (const name of LISTS[catalogue]) addToCatalogue(tx, catalogue, tenantId, name[language]);
  }
  for (const [position, name] of CURRENCIES[language].entries()) {
    const recordId = addToCatalogue(tx, "currencyType", tenantId, name);
    setPosition.run(tx, { tenantId, catalogue: "currencyType", recordId, position, change: tx.change });
  }
}
