import { NotFound, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Checked } from "./check.ts";
import type { Import, State } from "./import-job.ts";

export const absent = () =>
  new NotFound(
    msg(
      "This import does not exist. Upload the file again.",
      "Tento import neexistuje. Nahrajte soubor znovu.",
    ),
  );

export const cancelled = () =>
  new WrongState(
    msg("The import was cancelled. Nothing was changed.", "Import byl zrušen. Nic se nezměnilo."),
  );

export const isApplied = () =>
  new WrongState(msg("The import has been applied already.", "Import už byl proveden."));

export const isApplying = () =>
  new WrongState(msg("The import is being applied already.", "Import se už provádí."));

export const fileIsGone = () =>
  new WrongState(
    msg(
      "The file is no longer on the server. Upload it again.",
      "Soubor už na serveru není. Nahrajte jej znovu.",
    ),
  );

const UNFIT: Readonly<Partial<Record<State, () => WrongState>>> = {
  checking: () => new WrongState(msg("The file is still being checked.", "Soubor se ještě kontroluje.")),
  applying: isApplying,
  applied: isApplied,
  cancelled,
};

/** Gives what was found. Throws WrongState unless the import is checked, not yet applied, and without errors (or with valid rows). */
export function refuseUnfit(
  { state, checked }: Pick<Import, "state" | "checked">,
  isValidRows: boolean,
): Checked {
  const unfit = UNFIT[state];
  if (unfit || checked === null) throw unfit?.() ?? cancelled();
  const { errorCount, validRows } = checked;
  if (errorCount > 0 && !isValidRows) {
    throw new WrongState(
      msg(
        `The file has errors (${errorCount}). Fix them, or import the valid rows only. Nothing was changed.`,
        `Soubor obsahuje chyby (${errorCount}). Opravte je, nebo importujte jen platné řádky. Nic se nezměnilo.`,
      ),
    );
  }
  if (validRows === 0) {
    throw new WrongState(
      msg("There are no rows to import. Nothing was changed.", "Není co importovat. Nic se nezměnilo."),
    );
  }
  return checked;
}
