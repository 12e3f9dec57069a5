import { say, type Words } from "../../../domain/message.ts";
import { t } from "../../app/words.ts";
import type { ImportHead, ImportState } from "./shapes.ts";

const STATE_NAMES: Readonly<Record<ImportState, Words>> = {
  checking: say("Checking", "Kontroluje se"),
  checked: say("Ready to import", "Připraveno k importu"),
  applying: say("Importing", "Importuje se"),
  applied: say("Imported", "Importováno"),
  failed: say("Failed, nothing was changed", "Nezdařilo se, nic se nezměnilo"),
  cancelled: say("Cancelled", "Zrušeno"),
};
const WITH_ERRORS = say("Has errors", "Obsahuje chyby");

/** The name of an import's state. */
export function stateName({ state, errorCount }: ImportHead): string {
  return t(state === "checked" && errorCount > 0 ? WITH_ERRORS : STATE_NAMES[state]);
}

/** Whether the server works on the import now. */
export const isUnderWay = (state: ImportState) => state === "checking" || state === "applying";
