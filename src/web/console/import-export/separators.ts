import { msg } from "../../../domain/message.ts";

/** The names of the separators of a CSV file. */
export const SEPARATOR_NAMES = {
  comma: msg("comma ,"),
  semicolon: msg("semicolon ;"),
  tab: msg("tab"),
} as const;
