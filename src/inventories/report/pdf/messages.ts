import { type Language, say, type Words } from "../../../domain/message.ts";

// The texts of the PDF alone, beside those of every report (report-words.ts).

const WORDS = {
  title: say("Stocktake report", "Protokol o inventuře"),
  mode: say("Mode", "Způsob"),
  blind: say(
    "Blind count: expected quantities were hidden",
    "Počítání naslepo: očekávaná množství byla skrytá",
  ),
  summary: say("Results in pieces", "Výsledky v kusech"),
  differences: say("Differences", "Rozdíly"),
  none: say("No differences.", "Bez rozdílů."),
  place: say("Location", "Umístění"),
  foundAt: say("found at", "nalezeno v"),
  unexpected: say("Unexpected articles", "Neočekávané artikly"),
  undecided: say(
    "Items whose stock changed during the count, undecided",
    "Položky, jejichž stav se během počítání změnil, nerozhodnuté",
  ),
  stillToRecount: say("Items to recount", "Položky k přepočítání"),
  signatures: say("Signatures", "Podpisy"),
  countedBy: say("Counted by", "Počítal(a)"),
  checkedBy: say("Checked by", "Zkontroloval(a)"),
  signedBy: say("Approved by", "Schválil(a)"),
  nameAndDate: say("name, date, signature", "jméno, datum, podpis"),
  page: say("Page", "Strana"),
  pages: say("Number of pages", "Počet stran"),
} as const satisfies Record<string, Words>;

/** The words of the PDF in one language, by name. */
export function protocolWords(language: Language): Readonly<Record<keyof typeof WORDS, string>> {
  const words = Object.entries(WORDS).map(([name, each]) => [name, each[language]]);
  // Made of the same names.
  return Object.fromEntries(words) as Record<keyof typeof WORDS, string>;
}
