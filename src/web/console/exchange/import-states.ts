import { say, type Words } from "../../../words.ts";
import type { ImportState } from "./shapes.ts";

/** Where an import stands. */
export const STATE_NAMES: Readonly<Record<ImportState, Words>> = {
  checking: say("being checked", "kontroluje se"),
  checked: say("checked, not applied", "zkontrolováno, neprovedeno"),
  applying: say("being applied", "provádí se"),
  applied: say("applied", "provedeno"),
  failed: say("could not be applied, nothing was changed", "nešlo provést, nic se nezměnilo"),
  cancelled: say("cancelled", "zrušeno"),
};

/** Whether something is being done with it now. */
export const isUnderWay = (state: ImportState) => state === "checking" || state === "applying";
