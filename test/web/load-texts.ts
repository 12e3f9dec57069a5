import { shortCatalogue } from "../../scripts/locale-files.ts";
import { LOCALE_CODES } from "../../src/i18n/locales.ts";
import { addTexts } from "../../src/web/i18n/translate.ts";

/** Gives the client in this process the texts of all languages, as a page loads them. */
export function loadAllTexts(): void {
  for (const locale of LOCALE_CODES) if (locale !== "en") addTexts(locale, shortCatalogue(locale));
}
