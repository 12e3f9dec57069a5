import { useState } from "preact/hooks";
import { type Message, msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import type { ActionName, Cause, Decision, ImportField } from "../shapes.ts";
import type { Check } from "./import.tsx";
import { decisionOf, withDecision } from "./options.ts";
import { ValueChoice } from "./value-choice.tsx";

interface ActionsProps {
  readonly check: Check;
  readonly cause: Cause;
  readonly field: ImportField | null;
  readonly onDecided: () => void;
}

/** The actions for all rows of a cause, of which one is selected. */
export function CauseActions({ check: { options, change }, cause, field, onDecided }: ActionsProps) {
  // The answer for an only value is never one for other values.
  const only = cause.valueCount === 1 ? cause.values[0]?.value : undefined;
  const decision = decisionOf(options, cause.id, only) ?? decisionOf(options, cause.id) ?? cause.decision;
  // A missing value needs a replacement first.
  const isMissing = cause.kind === "missing";
  const [isReplacing, setReplacing] = useState(isMissing || decision?.action === "replace");
  const withoutAll = (newest: typeof options) =>
    only === undefined ? newest : withDecision(newest, cause.id, undefined, null);
  async function decide(next: Decision | null): Promise<void> {
    onDecided();
    await change(cause.id, (newest) => withDecision(withoutAll(newest), cause.id, only, next));
  }
  if (cause.actions.length === 0)
    return <p>{t(msg("Correct these rows in the file and upload it again, or import the valid rows."))}</p>;
  const replaces = cause.actions.indexOf("replace") !== -1;
  const hasChosen = isReplacing && !isMissing;
  const suggestions = cause.values.length === 1 ? (cause.values[0]?.suggestions ?? []) : [];
  const actions = cause.actions.filter((action) => !isMissing || action !== "replace");
  const press = (action: ActionName) => {
    setReplacing(isMissing || action === "replace");
    return action === "replace" ? undefined : decide({ action });
  };
  const replacement = replaces && isReplacing && (
    <div class="import-replace">
      <ValueChoice
        field={field}
        label={
          isMissing
            ? t(msg("{title} in all these rows"), { title: field?.title ?? "" })
            : (field?.title ?? t(msg("Value")))
        }
        value={decision?.to ?? ""}
        none={t(msg("Select a value…"))}
        suggestions={suggestions}
        onValue={(to) => decide(to === "" ? null : { action: "replace", to })}
      />
    </div>
  );
  return (
    <fieldset class="import-actions">
      <legend class={isMissing ? "sr-only" : ""}>
        {t(cause.values.length > 1 ? msg("For all rows") : msg("What to do"))}
      </legend>
      <div class="import-choices">
        {isMissing && replacement}
        {actions.map((action) => (
          <Button
            key={action}
            kind="secondary"
            aria-pressed={action === "replace" ? isReplacing : !hasChosen && decision?.action === action}
            onClick={() => press(action)}
          >
            {actionLabel(action, cause)}
          </Button>
        ))}
        {decision !== null && (
          <button type="button" class="import-link" onClick={() => decide(null)}>
            {t(msg("Remove decision"))}
          </button>
        )}
      </div>
      {!isMissing && replacement && <div class="import-choices">{replacement}</div>}
    </fieldset>
  );
}

const PEOPLE: readonly (string | null)[] = ["user", "responsibleUser"];

/** The label of an action's button. */
export function actionLabel(action: ActionName, { field }: Cause): string {
  if (action === "create")
    return t(PEOPLE.indexOf(field) === -1 ? msg("Create") : msg("Create inactive people"));
  if (action === "replace") return t(msg("Use another value"));
  return t(action === "empty" ? msg("Leave empty") : msg("Leave rows out"));
}

/** The short description of a decision. */
export function decisionText({ action, to = "" }: Decision, { field }: Cause): string {
  if (action === "replace") return t(msg("Replaced with “{to}”"), { to });
  if (action === "create" && PEOPLE.indexOf(field) !== -1) return t(msg("Created as inactive people"));
  return t(DECIDED[action]);
}

/** A hint about the actions; "": none. */
export function causeHint({ field, actions }: Cause): string {
  const createsPeople = PEOPLE.indexOf(field) !== -1 && actions.indexOf("create") !== -1;
  return createsPeople ? t(msg("People created here cannot log in until an Admin activates them.")) : "";
}

const DECIDED: Readonly<Record<Exclude<ActionName, "replace">, Message>> = {
  create: msg("Will be created"),
  empty: msg("Left empty"),
  leaveOut: msg("Rows left out"),
};
