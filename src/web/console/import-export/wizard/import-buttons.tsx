import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
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
      action: t(TEXTS.import),
    };
    if (await confirm(question)) await onImport(isValidRows);
  }

  return (
    <>
      {errorRows > 0 && (
        <button type="button" class="second" disabled={isStuck} onClick={() => ask(true)}>
          {t(TEXTS.valid, { n: validRows })}
        </button>
      )}
      <button type="button" disabled={isStuck || errorRows > 0} onClick={() => ask(false)}>
        {t(TEXTS.all, { n: validRows + errorRows })}
      </button>
    </>
  );
}

function questionText(
  { toCreate, toUpdate, errorRows, leftOut }: ImportDetail,
  isValidRows: boolean,
): string {
  const parts = [t(TEXTS.creates, { n: toCreate }), t(TEXTS.changes, { n: toUpdate })];
  const left = leftOut + (isValidRows ? errorRows : 0);
  if (left > 0) parts.push(t(TEXTS.leaves, { n: left }));
  return `${parts.join(" ")} ${t(TEXTS.whole)}`;
}

const TEXTS = {
  ask: msg("Import {name}?"),
  import: msg("Import"),
  all: msg("Import all {n, plural, one {# row} other {# rows}}"),
  valid: msg("Import the {n, plural, one {# valid row} other {# valid rows}}"),
  creates: msg("{n, plural, one {# record} other {# records}} will be created."),
  changes: msg("{n, plural, one {# record} other {# records}} will be changed."),
  leaves: msg("{n, plural, one {# row} other {# rows}} will be left out."),
  whole: msg("You can stop the import while it runs; then nothing is changed."),
};
