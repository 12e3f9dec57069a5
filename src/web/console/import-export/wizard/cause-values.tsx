import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import type { Cause, CauseValue, Decision, ImportField } from "../shapes.ts";
import { actionLabel } from "./cause-actions.tsx";
import type { Check } from "./import.tsx";
import { decisionOf, withDecision } from "./options.ts";
import { ValueChoice } from "./value-choice.tsx";

interface ValuesProps {
  readonly check: Check;
  readonly cause: Cause;
  readonly field: ImportField | null;
}

const MAX_VALUES = 5;

/** The offending values of a cause, most frequent first, each with a decision of its own where one is offered. */
export function CauseValues({ check, cause, field }: ValuesProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const shown = wantsAll ? cause.values : cause.values.slice(0, MAX_VALUES);
  const hidden = cause.values.length - shown.length;
  // With a single value, the decision for all rows is enough.
  const hasOwn = cause.actions.length > 0 && cause.values.length > 1;
  const decision: Column<CauseValue> = {
    key: "decision",
    title: t(msg("Decision")),
    cell: (value) => (
      <ValueDecision key={value.value} check={check} cause={cause} field={field} value={value} />
    ),
  };
  const columns: readonly Column<CauseValue>[] = [
    { key: "value", title: t(msg("Value")), cell: ({ value }) => value, class: "import-value" },
    { key: "rows", title: t(msg("Rows")), cell: ({ rows }) => number(rows), isNumber: true },
    ...(hasOwn ? [decision] : []),
  ];
  return (
    <>
      <DataTable
        class="import-values"
        caption={t(msg("Values with this error"))}
        columns={columns}
        rows={shown}
      />
      {hidden > 0 && (
        <button type="button" class="import-link" onClick={() => setWantsAll(true)}>
          {t(msg("Show {n, plural, one {# more value} other {# more values}}"), { n: hidden })}
        </button>
      )}
      {wantsAll && cause.valueCount > cause.values.length && (
        <p class="muted">
          {t(msg("and {n, plural, one {# more value} other {# more values}}"), {
            n: cause.valueCount - cause.values.length,
          })}
        </p>
      )}
    </>
  );
}

interface ValueProps extends ValuesProps {
  readonly value: CauseValue;
}

/** The decision for one value; by default that for all rows. */
function ValueDecision({ check: { options, change }, cause, field, value }: ValueProps) {
  const own = decisionOf(options, cause.id, value.value);
  const isListed = own?.action !== "replace" || value.suggestions.indexOf(own.to ?? "") !== -1;
  const [isOther, setOther] = useState(!isListed);
  const decide = (next: Decision | null) =>
    change(cause.id, (newest) => withDecision(newest, cause.id, value.value, next));
  const hasReplace = cause.actions.indexOf("replace") !== -1;
  const choose = (option: string) => {
    setOther(option === OTHER);
    if (option === OTHER) return undefined;
    if (option === "") return decide(null);
    const action = cause.actions.find((name) => name === option);
    return decide(action === undefined ? { action: "replace", to: option.slice(USE.length) } : { action });
  };
  return (
    <div class="import-own">
      <select
        aria-label={t(msg("Decision for {value}"), { value: value.value })}
        value={
          isOther ? OTHER : own === null ? "" : own.action === "replace" ? `${USE}${own.to}` : own.action
        }
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{t(cause.decision === null ? msg("Not decided") : msg("As for all rows"))}</option>
        {hasReplace &&
          value.suggestions.map((name) => (
            <option key={name} value={`${USE}${name}`}>
              {t(msg("Use {name}"), { name })}
            </option>
          ))}
        {hasReplace && <option value={OTHER}>{t(msg("Use another value…"))}</option>}
        {cause.actions
          .filter((action) => action !== "replace")
          .map((action) => (
            <option key={action} value={action}>
              {actionLabel(action, cause)}
            </option>
          ))}
      </select>
      {isOther && (
        <ValueChoice
          field={field}
          label={t(msg("Replacement for {value}"), { value: value.value })}
          value={own?.to ?? ""}
          none={t(msg("Select a value…"))}
          suggestions={value.suggestions}
          isLabelHidden
          onValue={(to) => decide(to === "" ? null : { action: "replace", to })}
        />
      )}
    </div>
  );
}

/** Prefix of option values that are suggestions. No action has such a name. */
const USE = "use ";
const OTHER = "other";
