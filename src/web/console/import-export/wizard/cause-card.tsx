import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import type { ActionName, Cause, CauseValue, Decision, ImportField } from "../shapes.ts";
import type { Check } from "./import.tsx";
import { decisionOf, withDecision } from "./options.ts";
import { ControlProblem, isNewRecords } from "./steps.tsx";
import { ValueChoice } from "./value-choice.tsx";

interface CardProps {
  readonly check: Check;
  readonly cause: Cause;
  /** Shows the rows of the cause in the grid. */
  readonly onShow: () => void;
}

/** One cause of errors with its rows, values and decision. A resolved cause takes one line. */
export function CauseCard({ check, cause, onShow }: CardProps) {
  const { id, message, rows, isResolved } = cause;
  const [isOpen, setOpen] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  const hasDecided = useRef(false);
  useLayoutEffect(() => {
    // The used control no longer exists, so it cannot have the focus.
    if (isResolved && hasDecided.current) head.current?.querySelector("button")?.focus();
    hasDecided.current = false;
  }, [isResolved]);
  const isFolded = isResolved && !isOpen;
  const field = check.one.fields.find((one) => one.field === cause.field) ?? null;
  const hint = causeHint(cause);
  return (
    <li class={isResolved ? "import-cause is-resolved" : "import-cause"}>
      <div ref={head} class="import-cause-head">
        <Icon name={isResolved ? "there" : "warning"} size={18} />
        <h3>{titleOf(cause, field)}</h3>
        <Badge>{t(msg("{n, plural, one {# row} other {# rows}}"), { n: rows })}</Badge>
        {isResolved && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? msg("Close") : msg("Change"))}
            <span class="sr-only"> {message}</span>
          </Button>
        )}
      </div>
      {isFolded ? (
        <p class="import-cause-sum">{summary(check, cause)}</p>
      ) : (
        <>
          <p class="muted">
            {t(msg("{n, plural, one {Row} other {Rows}} {rows}"), { n: rows, rows: rowNumbers(cause) })}{" "}
            {!isResolved && (
              <button type="button" class="import-link" onClick={onShow}>
                {t(msg("Show these rows"))}
              </button>
            )}
          </p>
          {hint !== "" && <p class="muted">{hint}</p>}
          <CauseActions
            check={check}
            cause={cause}
            field={field}
            onDecided={() => {
              hasDecided.current = true;
              setOpen(false);
            }}
          />
          <ControlProblem check={check} at={[id]} />
          {cause.values.length > 0 && <CauseValues check={check} cause={cause} field={field} />}
        </>
      )}
    </li>
  );
}

/** The message, with the name of the field if it lacks it; of new records the field only. */
export function titleOf(cause: Cause, field: ImportField | null): string {
  const { message } = cause;
  if (field !== null && isNewRecords(cause)) return field.title;
  const isNamed = field === null || message.toLowerCase().indexOf(field.title.toLowerCase()) !== -1;
  return isNamed ? message : `${field.title}: ${message}`;
}

/** The decision and its values, in one line. */
function summary({ options }: Check, cause: Cause): string {
  const forAll = decisionOf(options, cause.id) ?? cause.decision;
  const values = cause.values.slice(0, SHOWN_VALUES).map(({ value, rows }) => {
    const own = decisionOf(options, cause.id, value);
    const text = `${value} (${number(rows)})`;
    return own === null ? text : `${text}: ${decisionText(own, cause)}`;
  });
  const list = `${values.join(", ")}${cause.valueCount > values.length ? " …" : ""}`;
  const hasOwn = cause.values.some(({ value }) => decisionOf(options, cause.id, value) !== null);
  const parts = [forAll === null && hasOwn ? "" : decisionText(forAll ?? { action: "create" }, cause), list];
  return parts.filter((part) => part !== "").join(" · ");
}

function rowNumbers({ firstRows, rows }: Cause): string {
  const shown = firstRows.slice(0, SHOWN_ROWS).map((row) => number(row));
  return `${shown.join(", ")}${rows > shown.length ? " …" : ""}`;
}

const SHOWN_ROWS = 8;
const SHOWN_VALUES = 6;

interface ValuesProps {
  readonly check: Check;
  readonly cause: Cause;
  readonly field: ImportField | null;
}

const MAX_VALUES = 5;

/** The offending values of a cause, most frequent first, each with a decision of its own where one is offered. */
function CauseValues({ check, cause, field }: ValuesProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const shown = wantsAll ? cause.values : cause.values.slice(0, MAX_VALUES);
  const hidden = cause.values.length - shown.length;
  // With a single value, the decision for all rows is enough.
  const hasOwn = cause.actions.length > 0 && cause.values.length > 1;
  const decision: Column<CauseValue> = {
    title: t(msg("Decision")),
    cell: (value) => (
      <ValueDecision key={value.value} check={check} cause={cause} field={field} value={value} />
    ),
  };
  const columns: readonly Column<CauseValue>[] = [
    { title: t(msg("Value")), cell: ({ value }) => value, class: "import-value" },
    { title: t(msg("Rows")), number: ({ rows }) => rows },
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

interface ActionsProps extends ValuesProps {
  readonly onDecided: () => void;
}

/** The actions for all rows of a cause, of which one is selected. */
function CauseActions({ check: { options, change }, cause, field, onDecided }: ActionsProps) {
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
function actionLabel(action: ActionName, { field }: Cause): string {
  if (action === "create")
    return t(PEOPLE.indexOf(field) === -1 ? msg("Create") : msg("Create inactive people"));
  if (action === "replace") return t(msg("Use another value"));
  return t(LABELS[action]);
}

const LABELS: Readonly<Record<Exclude<ActionName, "create" | "replace">, Message>> = {
  empty: msg("Leave empty"),
  asThousands: msg("Read as thousands"),
  asDecimals: msg("Read as decimals"),
  leaveOut: msg("Leave rows out"),
};

/** The short description of a decision. */
export function decisionText({ action, to = "" }: Decision, { field }: Pick<Cause, "field">): string {
  if (action === "replace") return t(msg("Replaced with “{to}”"), { to });
  if (action === "create" && PEOPLE.indexOf(field) !== -1) return t(msg("Created as inactive people"));
  return t(DECIDED[action]);
}

/** A hint about the actions; "": none. */
function causeHint({ field, actions }: Cause): string {
  const createsPeople = PEOPLE.indexOf(field) !== -1 && actions.indexOf("create") !== -1;
  return createsPeople ? t(msg("People created here cannot log in until an Admin activates them.")) : "";
}

const DECIDED: Readonly<Record<Exclude<ActionName, "replace">, Message>> = {
  create: msg("Will be created"),
  empty: msg("Left empty"),
  asThousands: msg("Read as thousands", "past"),
  asDecimals: msg("Read as decimals", "past"),
  leaveOut: msg("Rows left out"),
};
