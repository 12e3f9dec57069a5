import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { WRONG_RECORDS } from "../../../../domain/audit-causes.ts";
import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { addressOf, addressQuery } from "../../../router/address.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import type { ImportDetail, ImportHead } from "../shapes.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { FileStep } from "./file-step.tsx";
import { FixStep } from "./fix-step.tsx";
import type { Check } from "./import.tsx";
import { PreviewStep } from "./preview-step.tsx";
import { needsAttention, openCauses, STEPS, type Step } from "./steps.tsx";
import "./wizard.css";
import { confirm } from "../../../ui/confirm.tsx";

interface WizardProps {
  readonly check: Check;
  /** The step that is shown where the address has none. */
  readonly begin: Step;
  /** Its progress. */
  readonly now: ImportHead | null;
  readonly onImport: (isValidRows: boolean, isCorrection: boolean) => Promise<void>;
  readonly onCancel: () => Promise<void>;
}

/** The steps of an import. The address has the current one. */
export function Wizard({ check, begin, now, onImport, onCancel }: WizardProps) {
  const { one, isChecking, isLocked } = check;
  const chosen = addressQuery().get("step");
  const step = STEPS.find((name) => name === chosen) ?? begin;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [step]);
  const at = STEPS.indexOf(step);
  const { [at - 1]: before, [at + 1]: after } = STEPS;
  const [isCorrection, setCorrection] = useState(false);
  // A location alone moves all pieces of an article, and a default gives new ones their first.
  const hasPieces =
    (one.kind === "articles" || one.kind === "stock") &&
    ["quantity", "location"].some(
      (name) => one.options.defaults?.[name] !== undefined || one.columns.some(({ field }) => field === name),
    );
  return (
    <>
      <Stepper check={check} step={step} />
      <h2 ref={heading} tabIndex={-1}>
        {t(STEP_TITLES[step])}
      </h2>
      <fieldset class="import-step" disabled={isLocked} aria-busy={isChecking}>
        <legend class="sr-only">{t(STEP_TITLES[step])}</legend>
        {step === "file" && <FileStep check={check} />}
        {step === "columns" && <ColumnsStep check={check} />}
        {step === "fix" && <FixStep check={check} />}
        {step === "import" && <PreviewStep check={check} />}
        {step === "import" && hasPieces && (
          <p>
            <Checkbox checked={isCorrection} onChange={() => setCorrection(!isCorrection)}>
              {t(WRONG_RECORDS)}
            </Checkbox>
          </p>
        )}
      </fieldset>
      <div class="import-footer">
        <Button disabled={isLocked} onClick={onCancel}>
          {t(msg("Cancel import"))}
        </Button>
        <span class="import-status muted" role="status">
          {isChecking ? checkingText(now) : step === "import" ? "" : statusText(check)}
        </span>
        {before !== undefined && (
          <ButtonLink href={`#${addressOf(`/exchange/${one.id}`, { step: before })}`}>
            {t(msg("Back"))}
          </ButtonLink>
        )}
        {after !== undefined ? (
          <ButtonLink kind="primary" href={`#${addressOf(`/exchange/${one.id}`, { step: after })}`}>
            {t(msg("Continue"))}
          </ButtonLink>
        ) : (
          <ImportButtons
            check={check}
            onImport={(isValidRows) => onImport(isValidRows, hasPieces && isCorrection)}
          />
        )}
      </div>
    </>
  );
}

function Stepper({ check: { one }, step }: { readonly check: Check; readonly step: Step }) {
  return (
    <nav class="import-stepper" aria-label={t(msg("Steps of the import"))}>
      <ol>
        {STEPS.map((name, place) => {
          const isOpen = needsAttention(one, name);
          const count = name === "fix" && isOpen ? ` (${number(openCauses(one).length)})` : "";
          return (
            <li key={name} class={isOpen ? "is-open" : ""}>
              <a
                href={`#${addressOf(`/exchange/${one.id}`, { step: name })}`}
                aria-current={name === step ? "step" : undefined}
              >
                <span class="import-step-number" aria-hidden="true">
                  {isOpen ? "!" : place + 1}
                </span>
                {t(STEP_NAMES[name])}
                {count}
                {isOpen && <span class="sr-only">: {t(msg("needs attention"))}</span>}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function checkingText(now: ImportHead | null): string {
  const done = now?.state === "checking" ? now.progress.done : 0;
  return done === 0
    ? t(msg("Checking…"))
    : t(msg("Checking… {n, plural, one {# row} other {# rows}}"), { n: done });
}

function statusText({ one }: Check): string {
  if (one.headerRow === null) return "";
  const rows = t(msg("{n, plural, one {# row} other {# rows}}"), { n: one.rows });
  return one.errorRows === 0 ? rows : `${rows}, ${t(msg("{n} with errors"), { n: one.errorRows })}`;
}

const STEP_NAMES = {
  file: msg("File"),
  columns: msg("Columns"),
  fix: msg("Fix"),
  import: msg("Import", "noun"),
};
const STEP_TITLES = {
  file: msg("Select the header row"),
  columns: msg("Match the columns"),
  fix: msg("Fix the errors"),
  import: msg("Preview and import"),
};

interface ImportButtonsProps extends Pick<WizardProps, "check"> {
  readonly onImport: (isValidRows: boolean) => Promise<void>;
}

/** Imports all rows if none has errors; otherwise the valid ones, after a confirmation. */
function ImportButtons({ check: { one, isChecking, isLocked }, onImport }: ImportButtonsProps) {
  const { errorRows, validRows, fileName: name } = one;
  const isStuck =
    isChecking || isLocked || one.headerRow === null || validRows === 0 || one.state === "failed";

  async function ask(isValidRows: boolean): Promise<void> {
    const question = {
      title: t(msg("Import {name}?"), { name }),
      text: questionText(one, isValidRows),
      action: t(msg("Import")),
    };
    if (await confirm(question)) await onImport(isValidRows);
  }

  return (
    <>
      {errorRows > 0 && (
        <Button disabled={isStuck} onClick={() => ask(true)}>
          {t(msg("Import the {n, plural, one {# valid row} other {# valid rows}}"), { n: validRows })}
        </Button>
      )}
      <Button kind="primary" disabled={isStuck || errorRows > 0} onClick={() => ask(false)}>
        {t(msg("Import all {n, plural, one {# row} other {# rows}}"), { n: validRows + errorRows })}
      </Button>
    </>
  );
}

function questionText(
  { toCreate, toUpdate, errorRows, leftOut }: ImportDetail,
  isValidRows: boolean,
): string {
  const parts = [
    t(msg("{n, plural, one {# record} other {# records}} will be created."), { n: toCreate }),
    t(msg("{n, plural, one {# record} other {# records}} will be changed."), { n: toUpdate }),
  ];
  const left = leftOut + (isValidRows ? errorRows : 0);
  if (left > 0) parts.push(t(msg("{n, plural, one {# row} other {# rows}} will be left out."), { n: left }));
  return `${parts.join(" ")} ${t(msg("You can stop the import while it runs; then nothing is changed."))}`;
}
