import { type Language, say, type Words } from "../../domain/message.ts";

// The texts of a report, beside the names of the results (result-names.ts).

export const WORDS = {
  stocktake: say("Stocktake", "Inventura"),
  field: say("Field", "Údaj"),
  value: say("Value", "Hodnota"),
  locations: say("Locations", "Umístění"),
  everywhere: say("All locations", "Všechna umístění"),
  state: say("State", "Stav"),
  started: say("Started", "Spuštěno"),
  finished: say("Finished", "Dokončeno"),
  closed: say("Closed", "Uzavřeno"),
  created: say("Created", "Vyhotoveno"),
  approval: say("Approval", "Schválení"),
  isApproved: say("approved", "schváleno"),
  mustBeApproved: say("required, not yet given", "vyžadováno, zatím neuděleno"),
  notNeeded: say("not required", "nevyžadováno"),
  counters: say("Counted by", "Počítali"),
  counts: say("counts", "záznamů"),
  results: say("Results", "Výsledky"),
  items: say("Items", "Položky"),
  result: say("Result", "Výsledek"),
  code: say("Code", "Kód"),
  name: say("Name", "Název"),
  location: say("Expected at", "Očekáváno v"),
  foundLocation: say("Found at", "Nalezeno v"),
  quantity: say("Expected", "Očekáváno"),
  notCounted: say("Not counted", "Nespočítáno"),
  found: say("Found", "Nalezeno"),
  difference: say("Difference", "Rozdíl"),
  adds: say(
    "Expected less not counted plus difference is found.",
    "Očekáváno mínus nespočítáno plus rozdíl je nalezeno.",
  ),
  price: say("Price", "Cena"),
  currency: say("Currency", "Měna"),
  noCurrency: say("no currency", "bez měny"),
  values: say("Values", "Hodnoty"),
  differenceValue: say("Value of the difference", "Hodnota rozdílu"),
  approved: say("Approved", "Schváleno"),
  approvedBy: say("Stocktake approved by", "Inventuru schválil(a)"),
  approvedDT: say("Stocktake approved on", "Inventura schválena dne"),
  closedBy: say("Stocktake closed by", "Inventuru uzavřel(a)"),
  closedDT: say("Stocktake closed on", "Inventura uzavřena dne"),
  toRecount: say("Recount", "Přepočítat"),
  moved: say("Moved since", "Přesunuto od přípravy"),
  note: say("Note", "Poznámka"),
  unknownCode: say("Unknown code", "Neznámý kód"),
  unknownCodes: say("Unknown codes", "Neznámé kódy"),
  late: say("Late counts, not applied", "Opožděné, nezapočtené"),
  time: say("Time", "Čas"),
  received: say("Received", "Přijato"),
  user: say("User", "Uživatel"),
  device: say("Device", "Zařízení"),
  pieces: say("Pieces", "Kusy"),
  sentBy: say("Sent by", "Odeslal(a)"),
  nobody: say("nobody logged in", "nikdo nepřihlášen"),
} as const satisfies Record<string, Words>;

/** The words in one language, by name. */
export function wordsIn(language: Language): Readonly<Record<keyof typeof WORDS, string>> {
  const words = Object.entries(WORDS).map(([name, each]) => [name, each[language]]);
  // Made of the same names.
  return Object.fromEntries(words) as Record<keyof typeof WORDS, string>;
}
