import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { addressOf, addressQuery } from "../../../router/address.ts";
import type { ImportHead } from "../shapes.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { FileStep } from "./file-step.tsx";
import { FixStep } from "./fix-step.tsx";
import { ImportButtons } from "./import-buttons.tsx";
import { PreviewStep } from "./preview-step.tsx";
import { firstStep, needsAttention, openCauses, STEPS, type Step } from "./steps.ts";
import type { Check } from "./use-check.ts";
import "./wizard.css";

interface WizardProps {
  readonly check: Check;
  /** Its progress. */
  readonly now: ImportHead | null;
  readonly onImport: (isValidRows: boolean) => Promise<void>;
  readonly onCancel: () => Promise<void>;
}

/** The steps of an import; the address holds the one that is shown. */
export function Wizard({ check, now, onImport, onCancel }: WizardProps) {
  const { one, isChecking, isLocked } = check;
  const [begin] = useState(() => firstStep(one));
  const chosen = addressQuery().get("step");
  const step = STEPS.find((name) => name === chosen) ?? begin;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [step]);
  const at = STEPS.indexOf(step);
  const { [at - 1]: before, [at + 1]: after } = STEPS;
  return (
    <>
      <Stepper check={check} step={step} />
      <h2 ref={heading} tabIndex={-1}>
        {t(STEP_TITLES[step])}
      </h2>
      <fieldset class="import-step" disabled={isLocked} aria-busy={isChecking}>
        <legend class="unseen">{t(STEP_TITLES[step])}</legend>
        {step === "file" && <FileStep check={check} />}
        {step === "columns" && <ColumnsStep check={check} />}
        {step === "fix" && <FixStep check={check} />}
        {step === "import" && <PreviewStep check={check} />}
      </fieldset>
      <div class="import-footer">
        <button type="button" class="second" disabled={isLocked} onClick={onCancel}>
          {t(TEXTS.cancel)}
        </button>
        <span class="import-status quiet" role="status">
          {isChecking ? checkingText(now) : step === "import" ? "" : statusText(check)}
        </span>
        {before !== undefined && (
          <a class="button second" href={`#${addressOf(`/exchange/${one.id}`, { step: before })}`}>
            {t(TEXTS.back)}
          </a>
        )}
        {after !== undefined ? (
          <a class="button" href={`#${addressOf(`/exchange/${one.id}`, { step: after })}`}>
            {t(TEXTS.next)}
          </a>
        ) : (
          <ImportButtons check={check} onImport={onImport} />
        )}
      </div>
    </>
  );
}

function Stepper({ check: { one }, step }: { readonly check: Check; readonly step: Step }) {
  return (
    <nav class="import-stepper" aria-label={t(TEXTS.steps)}>
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
                {isOpen && <span class="unseen">: {t(TEXTS.needsAttention)}</span>}
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
  return done === 0 ? t(TEXTS.checking) : t(TEXTS.checked, { n: done });
}

function statusText({ one }: Check): string {
  if (one.headerRow === null) return "";
  const rows = t(TEXTS.rows, { n: one.rows });
  return one.errorRows === 0 ? rows : `${rows}, ${t(TEXTS.errorRows, { n: one.errorRows })}`;
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
const TEXTS = {
  steps: msg("Steps of the import"),
  needsAttention: msg("needs attention"),
  cancel: msg("Cancel import"),
  back: msg("Back"),
  next: msg("Continue"),
  checking: msg("Checking…"),
  checked: msg("Checking… {n, plural, one {# row} other {# rows}}"),
  rows: msg("{n, plural, one {# row} other {# rows}}"),
  errorRows: msg("{n} with errors"),
};
