import { useMemo, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { addressOf } from "../../../router/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { ErrorsFile } from "../import-outcome.tsx";
import type { Cause } from "../shapes.ts";
import { CauseCard } from "./cause-card.tsx";
import { errorLines, Grid } from "./grid.tsx";
import type { Check } from "./import.tsx";
import { hasMissingKey, isNewRecords, openCauses } from "./steps.tsx";
import "./causes.css";

/** The errors by their causes, with one decision for all rows of each, and the rows themselves. */
export function FixStep({ check }: { readonly check: Check }) {
  const { one } = check;
  const [cause, setCause] = useState<string | null>(null);
  const grid = useRef<HTMLHeadingElement>(null);
  const open = openCauses(one);
  const filter = open.find(({ id }) => id === cause) ?? null;
  const lines = useMemo(() => errorLines(one, filter?.id ?? null), [one, filter?.id]);
  const show = (id: string) => {
    setCause(id);
    grid.current?.focus();
    grid.current?.scrollIntoView();
  };
  const errors = one.causes.filter((each) => !isNewRecords(each));
  const created = one.causes.filter(isNewRecords);
  if (one.headerRow !== null && hasMissingKey(one)) {
    return (
      <Banner tone="danger">
        {t(msg("The rows can be checked when the column that identifies them is matched."))}{" "}
        <a href={`#${addressOf(`/exchange/${one.id}`, { step: "columns" })}`}>
          {t(msg("Match the columns"))}
        </a>
      </Banner>
    );
  }
  if (one.headerRow === null) return <Banner tone="danger">{t(msg("Select the header row first."))}</Banner>;
  if (one.causes.length === 0) return <Banner tone="success">{t(NOTHING)}</Banner>;
  return (
    <>
      <div class="import-head">
        <div role="status">
          {open.length > 0 ? (
            <p class="muted">
              {t(
                msg(
                  "{n, plural, one {# row has} other {# rows have}} errors. One decision resolves all rows with the same cause.",
                ),
                { n: one.errorRows },
              )}
            </p>
          ) : (
            <Banner tone="success">{t(errors.length > 0 ? msg("All errors are resolved.") : NOTHING)}</Banner>
          )}
        </div>
        {one.errorRows > 0 && <ErrorsFile one={one} />}
      </div>
      <Causes check={check} causes={errors} onShow={show} />
      {created.length > 0 && (
        <>
          <h3>{t(msg("New records"))}</h3>
          <p class="muted">
            {t(msg("Rows name records that do not exist yet. They are created unless you decide otherwise."))}
          </p>
          <Causes check={check} causes={created} onShow={show} />
        </>
      )}
      {lines.length > 0 && (
        <>
          <h3 ref={grid} tabIndex={-1}>
            {t(msg("Rows with errors"))}
          </h3>
          {filter !== null ? (
            <Toolbar class="import-filter">
              <Badge>{filter.message}</Badge>
              <Button onClick={() => setCause(null)}>{t(msg("Show all errors"))}</Button>
            </Toolbar>
          ) : (
            one.errorCount > lines.length && (
              <p class="muted">{t(msg("The first {n} errors."), { n: number(lines.length) })}</p>
            )
          )}
          <Grid
            key={filter?.id ?? ""}
            name={t(msg("Rows with errors"))}
            titles={[t(msg("Column")), t(msg("Value")), t(msg("Error"))]}
            lines={lines}
          />
        </>
      )}
    </>
  );
}

interface CausesProps {
  readonly check: Check;
  readonly causes: readonly Cause[];
  readonly onShow: (id: string) => void;
}

function Causes({ check, causes, onShow }: CausesProps) {
  if (causes.length === 0) return null;
  return (
    <ul class="import-causes">
      {causes.map((cause) => (
        <CauseCard key={cause.id} check={check} cause={cause} onShow={() => onShow(cause.id)} />
      ))}
    </ul>
  );
}

const NOTHING = msg("No errors were found. Continue to the preview.");
