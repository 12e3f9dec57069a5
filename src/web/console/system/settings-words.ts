import type { Language } from "../../../domain/message.ts";
import { say } from "../../../domain/message.ts";

/** What the settings are called. */
export const SETTING_NAMES = {
  siteName: say("Site name", "Název pracoviště"),
  language: say("Language", "Jazyk"),
  terminalLockMinutes: say("Lock terminals after (minutes)", "Zamknout terminály po (minutách)"),
  quantityWarningFactor: say("Quantity warning factor", "Násobek pro upozornění na množství"),
  secondFactorRoles: say("Require two-step login for", "Vyžadovat dvoufázové přihlášení pro"),
  articleCodePattern: say("Codes of new articles", "Kódy nových artiklů"),
};

/** Each language in its own words. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", cs: "Čeština" };
