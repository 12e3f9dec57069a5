import { NotFound, WrongState } from "../errors.ts";
import { say } from "../words.ts";
import type { Checked } from "./check.ts";
import type { Import, State } from "./one-import.ts";

export const absent = () => new NotFound(say("There is no such import.", "Takový import neexistuje."));

export const cancelled = () =>
  new WrongState(
    say("The import was cancelled; nothing was changed.", "Import byl zrušen; nic se nezměnilo."),
  );

export const isApplied = () =>
  new WrongState(say("The import has been applied already.", "Import už byl proveden."));

const UNFIT: Readonly<Partial<Record<State, () => WrongState>>> = {
  checking: () => new WrongState(say("The file is still being checked.", "Soubor se ještě kontroluje.")),
  applying: () => new WrongState(say("The import is being applied already.", "Import se už provádí.")),
  applied: isApplied,
  cancelled,
};

/** Gives the file's names of the fields. Throws WrongState unless the import is checked, without errors, and not yet applied. */
export function refuseUnfit({ state, checked }: Pick<Import, "state" | "checked">): Checked["headers"] {
  const unfit = UNFIT[state];
  if (unfit || checked === null) throw unfit?.() ?? cancelled();
  const { errorCount } = checked.result;
  if (errorCount > 0) {
    throw new WrongState(
      say(
        `The file has ${errorCount} errors. Correct them and upload it again; nothing was changed.`,
        `Soubor má chyby: ${errorCount}. Opravte je a nahrajte jej znovu; nic se nezměnilo.`,
      ),
    );
  }
  return checked.headers;
}
