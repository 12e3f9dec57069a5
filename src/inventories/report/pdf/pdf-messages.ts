import { type Message, msg } from "../../../domain/message.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { textsIn } from "../../../i18n/text.ts";

// The texts of the PDF only. Texts of all formats are in report-messages.ts.

const MESSAGES = {
  title: msg("Stocktake report", "Protokol o inventuře"),
  mode: msg("Mode", "Způsob"),
  blind: msg(
    "Blind count: expected quantities were hidden",
    "Počítání naslepo: očekávaná množství byla skrytá",
  ),
  summary: msg("Results in pieces", "Výsledky v kusech"),
  differences: msg("Differences", "Rozdíly"),
  none: msg("No differences.", "Bez rozdílů."),
  location: msg("Location", "Umístění"),
  foundAt: msg("found at", "nalezeno v"),
  unexpected: msg("Unexpected articles", "Neočekávané artikly"),
  undecided: msg(
    "Items whose stock changed during the count, undecided",
    "Položky, jejichž stav se během počítání změnil, nerozhodnuté",
  ),
  stillToRecount: msg("Items to recount", "Položky k přepočítání"),
  signatures: msg("Signatures", "Podpisy"),
  countedBy: msg("Counted by", "Počítal(a)"),
  checkedBy: msg("Checked by", "Zkontroloval(a)"),
  signedBy: msg("Approved by", "Schválil(a)"),
  nameAndDate: msg("name, date, signature", "jméno, datum, podpis"),
  page: msg("Page", "Strana"),
  pages: msg("Number of pages", "Počet stran"),
} as const satisfies Record<string, Message>;

/** The messages of the PDF in one locale, by name. */
export function pdfMessages(language: Locale): Readonly<Record<keyof typeof MESSAGES, string>> {
  return textsIn(MESSAGES, language);
}
