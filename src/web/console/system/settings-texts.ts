import { msg } from "../../../domain/message.ts";
import type { SiteSettings } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";

/** The labels of the settings. */
export const SETTING_NAMES = {
  siteName: msg("Site name"),
  language: msg("Language"),
  terminalLockMinutes: msg("Lock terminals after (minutes)"),
  quantityWarningFactor: msg("Quantity warning factor"),
  secondFactorRoles: msg("Require two-step login for"),
  articleCodePattern: msg("Codes of new articles"),
  crossOrigins: msg("Origins that may call the API"),
};

/** The values of the form: an empty number is null. */
export type SettingsForm = Omit<SiteSettings, "terminalLockMinutes" | "quantityWarningFactor"> & {
  readonly terminalLockMinutes: number | null;
  readonly quantityWarningFactor: number | null;
};

/** The text for the number of articles that the licence covers; null: unlimited. */
export function licenceText(maxAssets: number | null): string {
  return maxAssets === null ? t(TEXTS.noLimit) : t(TEXTS.limit, { n: maxAssets });
}

const TEXTS = {
  noLimit: msg("Unlimited articles"),
  limit: msg("Up to {n, plural, one {# article} other {# articles}}"),
};
