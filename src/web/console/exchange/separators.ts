import { say } from "../../../domain/message.ts";

/** The names of the separators of a CSV file. */
export const SEPARATOR_NAMES = {
  comma: say("comma ,", "čárka ,"),
  semicolon: say("semicolon ;", "středník ;"),
  tab: say("tab", "tabulátor"),
} as const;
