import { msg } from "../../../domain/message.ts";

/** What the settings are called. */
export const SETTING_NAMES = {
  siteName: msg("Site name"),
  language: msg("Language"),
  terminalLockMinutes: msg("Lock terminals after (minutes)"),
  quantityWarningFactor: msg("Quantity warning factor"),
  secondFactorRoles: msg("Require two-step login for"),
  articleCodePattern: msg("Codes of new articles"),
};
