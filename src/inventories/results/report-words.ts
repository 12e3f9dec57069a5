import { type Language, say, type Words } from "../../words.ts";

// What stands on a report, beside the names of the results (classes.ts).

export const WORDS = {
  items: say("Items", "Položky"),
  result: say("Result", "Výsledek"),
  code: say("Code", "Kód"),
  name: say("Name", "Název"),
  location: say("Expected at", "Očekáváno v"),
  foundLocation: say("Found at", "Nalezeno v"),
  quantity: say("Expected", "Očekáváno"),
  found: say("Found", "Nalezeno"),
  difference: say("Difference", "Rozdíl"),
  price: say("Price", "Cena"),
  differenceValue: say("Value of the difference", "Hodnota rozdílu"),
  approved: say("Approved", "Schváleno"),
  toRecount: say("To recount", "K přepočítání"),
  moved: say("Moved meanwhile", "Mezitím přesunuto"),
  note: say("Note", "Poznámka"),
  unknownCode: say("Unknown code", "Neznámý kód"),
  unknownCodes: say("Unknown codes", "Neznámé kódy"),
  late: say("Came late, not applied", "Došlo pozdě, nezapočteno"),
  time: say("Time", "Čas"),
  received: say("Received", "Přijato"),
  user: say("User", "Uživatel"),
  device: say("Device", "Zařízení"),
  pieces: say("Pieces", "Kusy"),
} as const satisfies Record<string, Words>;

/** The words in one language, by name. */
export function wordsIn(language: Language): Readonly<Record<keyof typeof WORDS, string>> {
  const words = Object.entries(WORDS).map(([name, each]) => [name, each[language]]);
  // Made of the same names.
  return Object.fromEntries(words) as Record<keyof typeof WORDS, string>;
}
