import type { Language } from "../../../words.ts";
import { say } from "../../../words.ts";

/** What the settings are called. */
export const SETTING_NAMES = {
  siteName: say("Name of the site", "Název pracoviště"),
  language: say("Language", "Jazyk"),
  terminalLockMinutes: say("Terminals lock after minutes", "Terminály se zamknou po minutách"),
  quantityWarningFactor: say(
    "Ask when a count is so many times too high",
    "Ptát se, když je počet tolikrát vyšší",
  ),
  articleCodePattern: say("Codes of new articles", "Kódy nových artiklů"),
};

/** Each language in its own words. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", cs: "Čeština" };
