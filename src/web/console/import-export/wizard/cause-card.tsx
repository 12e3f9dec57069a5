import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { Cause, ImportField } from "../shapes.ts";
import { CauseActions, causeHint, decisionText } from "./cause-actions.tsx";
import { CauseValues } from "./cause-values.tsx";
import type { Check } from "./import.tsx";
import { decisionOf } from "./options.ts";
import { ControlProblem, isNewRecords } from "./steps.tsx";

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
  useEffect(() => {
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
          <Button kind="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
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
function titleOf(cause: Cause, field: ImportField | null): string {
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
