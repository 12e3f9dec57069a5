import { type Message, msg } from "../../../domain/message.ts";
import type { UpdateSettingsRequest } from "../../api/types/endpoints.d.ts";

/** The labels of the settings. */
export const SETTING_NAMES = {
  siteName: msg("Site name"),
  language: msg("Language"),
  terminalLockMinutes: msg("Lock terminals after (minutes)"),
  quantityWarningFactor: msg("Quantity warning factor"),
  secondFactorRoles: msg("Require two-step login for"),
  allSitesRoles: msg("See all sites of the head office"),
  articleCodePattern: msg("Codes of new articles"),
  crossOrigins: msg("Origins that may call the API"),
} satisfies Record<keyof UpdateSettingsRequest, Message>;
