import { msg } from "../../../../domain/message.ts";
import { plural, t } from "../../../i18n/translate.ts";
import { confirm } from "../../dialogs/confirm.tsx";
import type { ImportDetail } from "../shapes.ts";
import type { Check } from "./use-check.ts";

interface ButtonsProps {
  readonly check: Check;
  readonly onImport: (isValidRows: boolean) => Promise<void>;
}

/** Imports all rows where none has errors, else the valid ones; each asks first. */
export function ImportButtons({ check: { one, isChecking, isLocked }, onImport }: ButtonsProps) {
  const { errorRows, validRows, fileName: name } = one;
  const isStuck =
    isChecking || isLocked || one.headerRow === null || validRows === 0 || one.state === "failed";

  async function ask(isValidRows: boolean): Promise<void> {
    const question = {
      title: t(TEXTS.ask, { name }),
      text: questionText(one, isValidRows),
      deed: t(TEXTS.import),
    };
    if (await confirm(question)) await onImport(isValidRows);
  }

  return (
    <>
      {errorRows > 0 && (
        <button type="button" class="second" disabled={isStuck} onClick={() => ask(true)}>
          {plural(validRows, TEXTS.valid)}
        </button>
      )}
      <button type="button" disabled={isStuck || errorRows > 0} onClick={() => ask(false)}>
        {plural(validRows + errorRows, TEXTS.all)}
      </button>
    </>
  );
}

function questionText(
  { toCreate, toUpdate, errorRows, leftOut }: ImportDetail,
  isValidRows: boolean,
): string {
  const parts = [plural(toCreate, TEXTS.creates), plural(toUpdate, TEXTS.changes)];
  const left = leftOut + (isValidRows ? errorRows : 0);
  if (left > 0) parts.push(plural(left, TEXTS.leaves));
  return `${parts.join(" ")} ${t(TEXTS.whole)}`;
}

const TEXTS = {
  ask: msg("Import {name}?", "Importovat {name}?"),
  import: msg("Import", "Importovat"),
  all: msg(
    "Import all {n} row|Import all {n} rows",
    "Importovat {n} řádek|Importovat všechny {n} řádky|Importovat všech {n} řádků",
  ),
  valid: msg(
    "Import the {n} valid row|Import the {n} valid rows",
    "Importovat {n} platný řádek|Importovat {n} platné řádky|Importovat {n} platných řádků",
  ),
  creates: msg(
    "{n} record will be created.|{n} records will be created.",
    "Vytvoří se {n} záznam.|Vytvoří se {n} záznamy.|Vytvoří se {n} záznamů.",
  ),
  changes: msg(
    "{n} record will be changed.|{n} records will be changed.",
    "Změní se {n} záznam.|Změní se {n} záznamy.|Změní se {n} záznamů.",
  ),
  leaves: msg(
    "{n} row will be left out.|{n} rows will be left out.",
    "{n} řádek se vynechá.|{n} řádky se vynechají.|{n} řádků se vynechá.",
  ),
  whole: msg(
    "You can stop the import while it runs; then nothing is changed.",
    "Dokud import běží, lze jej zastavit; pak se nic nezmění.",
  ),
};
