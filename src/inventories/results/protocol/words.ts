import { type Language, say, type Words } from "../../../words.ts";

// What stands on the protocol, beside the words of every report (report-words.ts).

const WORDS = {
  title: say("Stocktake protocol", "Protokol o inventuře"),
  places: say("Places", "Místa"),
  everywhere: say("All places", "Všechna místa"),
  state: say("State", "Stav"),
  counted: say("Counted", "Počítáno"),
  closed: say("Closed", "Uzavřeno"),
  made: say("Made", "Vyhotoveno"),
  approval: say("Approval", "Schválení"),
  isApproved: say("approved", "schváleno"),
  mustBeApproved: say("required, not yet given", "vyžadováno, zatím neuděleno"),
  notNeeded: say("not required", "nevyžadováno"),
  mode: say("Mode", "Způsob"),
  blind: say(
    "blind: the counters did not see what was expected",
    "naslepo: počítající neviděli očekávané množství",
  ),
  counters: say("Counted by", "Počítali"),
  counts: say("counts", "zápisů"),
  summary: say("Summary", "Přehled"),
  total: say("Total", "Celkem"),
  difference: say("Difference", "Rozdíl"),
  expectedValue: say("Value expected", "Očekávaná hodnota"),
  differenceValue: say("Value of diff.", "Hodnota rozdílu"),
  differences: say("Differences", "Rozdíly"),
  none: say("There are no differences.", "Nejsou žádné rozdíly."),
  foundAt: say("found at", "nalezeno v"),
  unexpected: say("Unexpected articles", "Neočekávané artikly"),
  place: say("Place", "Místo"),
  undecided: say(
    "Items whose stock moved during the count, still undecided",
    "Položky, jejichž zásoba se během počítání změnila, dosud nerozhodnuté",
  ),
  toRecount: say("Items still to be counted again", "Položky dosud nepřepočítané"),
  signatures: say("Signatures", "Podpisy"),
  countedBy: say("Counted by", "Počítal(a)"),
  checkedBy: say("Checked by", "Zkontroloval(a)"),
  approvedBy: say("Approved by", "Schválil(a)"),
  nameAndDate: say("name, date, signature", "jméno, datum, podpis"),
  page: say("Page", "Strana"),
  pages: say("Number of pages", "Počet stran"),
} as const satisfies Record<string, Words>;

/** The words of the protocol in one language, by name. */
export function protocolWords(language: Language): Readonly<Record<keyof typeof WORDS, string>> {
  const words = Object.entries(WORDS).map(([name, each]) => [name, each[language]]);
  // Made of the same names.
  return Object.fromEntries(words) as Record<keyof typeof WORDS, string>;
}
