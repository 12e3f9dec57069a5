import { msg } from "../../../domain/message.ts";

/** The names of the separators of a CSV file. */
export const SEPARATOR_NAMES = {
  comma: msg("comma ,", "čárka ,"),
  semicolon: msg("semicolon ;", "středník ;"),
  tab: msg("tab", "tabulátor"),
} as const;
