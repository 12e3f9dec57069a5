import { type Message, msg } from "../../domain/message.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textsIn } from "../../i18n/text.ts";

// The texts of a report. The names of the results are in domain/results.ts.

export const MESSAGES = {
  stocktake: msg("Stocktake", "Inventura"),
  field: msg("Field", "Údaj"),
  value: msg("Value", "Hodnota"),
  locations: msg("Locations", "Umístění"),
  everywhere: msg("All locations", "Všechna umístění"),
  state: msg("State", "Stav"),
  started: msg("Started", "Spuštěno"),
  finished: msg("Finished", "Dokončeno"),
  closed: msg("Closed", "Uzavřeno"),
  created: msg("Created", "Vyhotoveno"),
  approval: msg("Approval", "Schválení"),
  isApproved: msg("approved", "schváleno"),
  mustBeApproved: msg("required, not yet given", "vyžadováno, zatím neuděleno"),
  notNeeded: msg("not required", "nevyžadováno"),
  counters: msg("Counted by", "Počítali"),
  counts: msg("counts", "záznamů"),
  results: msg("Results", "Výsledky"),
  items: msg("Items", "Položky"),
  result: msg("Result", "Výsledek"),
  code: msg("Code", "Kód"),
  name: msg("Name", "Název"),
  location: msg("Expected at", "Očekáváno v"),
  foundLocation: msg("Found at", "Nalezeno v"),
  quantity: msg("Expected", "Očekáváno"),
  notCounted: msg("Not counted", "Nespočítáno"),
  found: msg("Found", "Nalezeno"),
  difference: msg("Difference", "Rozdíl"),
  adds: msg(
    "Expected less not counted plus difference is found.",
    "Očekáváno mínus nespočítáno plus rozdíl je nalezeno.",
  ),
  price: msg("Price", "Cena"),
  currency: msg("Currency", "Měna"),
  noCurrency: msg("no currency", "bez měny"),
  values: msg("Values", "Hodnoty"),
  differenceValue: msg("Value of the difference", "Hodnota rozdílu"),
  approved: msg("Approved", "Schváleno"),
  approvedBy: msg("Stocktake approved by", "Inventuru schválil(a)"),
  approvedDT: msg("Stocktake approved on", "Inventura schválena dne"),
  closedBy: msg("Stocktake closed by", "Inventuru uzavřel(a)"),
  closedDT: msg("Stocktake closed on", "Inventura uzavřena dne"),
  toRecount: msg("Recount", "Přepočítat"),
  moved: msg("Moved since", "Přesunuto od přípravy"),
  note: msg("Note", "Poznámka"),
  unknownCode: msg("Unknown code", "Neznámý kód"),
  unknownCodes: msg("Unknown codes", "Neznámé kódy"),
  late: msg("Late counts, not applied", "Opožděné, nezapočtené"),
  time: msg("Time", "Čas"),
  received: msg("Received", "Přijato"),
  user: msg("User", "Uživatel"),
  device: msg("Device", "Zařízení"),
  pieces: msg("Pieces", "Kusy"),
  sentBy: msg("Sent by", "Odeslal(a)"),
  nobody: msg("nobody logged in", "nikdo nepřihlášen"),
} as const satisfies Record<string, Message>;

/** The messages in one locale, by name. */
export function reportMessages(language: Locale): Readonly<Record<keyof typeof MESSAGES, string>> {
  return textsIn(MESSAGES, language);
}
