import { msg } from "../../../domain/message.ts";
import type { Locale } from "../../../i18n/locales.ts";

/** What the settings are called. */
export const SETTING_NAMES = {
  siteName: msg("Site name", "Název pracoviště"),
  language: msg("Language", "Jazyk"),
  terminalLockMinutes: msg("Lock terminals after (minutes)", "Zamknout terminály po (minutách)"),
  quantityWarningFactor: msg("Quantity warning factor", "Násobek pro upozornění na množství"),
  secondFactorRoles: msg("Require two-step login for", "Vyžadovat dvoufázové přihlášení pro"),
  articleCodePattern: msg("Codes of new articles", "Kódy nových artiklů"),
};

/** Each language in its own words. */
export const LANGUAGES: Readonly<Record<Locale, string>> = { en: "English", cs: "Čeština" };
