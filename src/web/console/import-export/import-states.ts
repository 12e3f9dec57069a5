import { type Message, msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import type { ImportHead, ImportState } from "./shapes.ts";

const STATE_NAMES: Readonly<Record<ImportState, Message>> = {
  checking: msg("Checking"),
  checked: msg("Ready to import"),
  applying: msg("Importing"),
  applied: msg("Imported"),
  failed: msg("Failed, nothing was changed"),
  cancelled: msg("Cancelled"),
};
const WITH_ERRORS = msg("Has errors");

/** The name of an import's state. */
export function stateName({ state, errorCount }: ImportHead): string {
  return t(state === "checked" && errorCount > 0 ? WITH_ERRORS : STATE_NAMES[state]);
}

/** Whether the server works on the import now. */
export const isRunningImport = (state: ImportState) => state === "checking" || state === "applying";
