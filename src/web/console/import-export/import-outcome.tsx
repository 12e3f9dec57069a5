import { importCause } from "../../../domain/audit-causes.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { money, sumText } from "../../articles/amounts.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { Outcome } from "../jobs/outcome.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { KIND_SCREENS } from "./kinds.ts";
import { type ImportJob, ImportProgress, ImportUndo } from "./open-imports.tsx";
import type { ImportDetail } from "./shapes.ts";

/**
 * The outcome of an import that the server no longer has, for example after a restart: from its job, else from the
 * history.
 */
export function ImportOutcome({ id, job }: { readonly id: string; readonly job: ImportJob }) {
  const { unfinished, ended } = job;
  const isApplied = ended?.state === "done" || ended?.state === "undone";
  return (
    <>
      {unfinished !== null ? (
        <ImportProgress job={unfinished} />
      ) : ended === null ? (
        <FromHistory id={id} />
      ) : (
        <Banner>
          {isApplied && <p>{t(APPLIED, { at: when(ended.finishedDT ?? ended.createdDT) })}</p>}
          {!isApplied && <Outcome job={ended} />}
        </Banner>
      )}
      <Toolbar>
        {isApplied && <ImportUndo job={job} />}
        <ButtonLink kind="primary" href="#/exchange">
          {t(msg("Go to import and export"))}
        </ButtonLink>
      </Toolbar>
    </>
  );
}

function FromHistory({ id }: { readonly id: string }) {
  const query = useLiveQuery(call("GET /api/audit", { cause: importCause(id, false) }));
  const corrected = useLiveQuery(call("GET /api/audit", { cause: importCause(id, true) }));
  return (
    <QueryBoundary query={query}>
      {([direct]) => (
        <QueryBoundary query={corrected}>
          {([last = direct]) => (
            <Banner>
              {last === undefined
                ? t(
                    msg(
                      "This import no longer exists: it was cancelled, or the server was restarted. Nothing was imported. Upload the file again.",
                    ),
                  )
                : t(APPLIED, { at: when(last.at) })}
            </Banner>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

interface ResultProps {
  readonly one: ImportDetail;
  readonly job: ImportJob;
}

/** The result of an import, with links to the next steps. */
export function Result({ one, job }: ResultProps) {
  const { href, label } = KIND_SCREENS[one.kind];
  const isUndone = job.ended?.state === "undone";
  return (
    <>
      {!isUndone && (
        <Banner tone="success" role="status">
          {t(msg("Import completed."))}{" "}
          {one.leftOut > 0 &&
            t(msg("{n, plural, one {# row was} other {# rows were}} left out."), { n: one.leftOut })}
        </Banner>
      )}
      {isUndone && <ImportUndo job={job} />}
      <Figures one={one} />
      <NotTaken one={one} />
      <Toolbar>
        <ButtonLink kind="primary" href={href}>
          {t(label)}
        </ButtonLink>
        <ButtonLink href={`#/exchange?kind=${one.kind}`}>{t(msg("Import another file"))}</ButtonLink>
        {one.errorRows > 0 && <ErrorsFile one={one} />}
        {!isUndone && <ImportUndo job={job} />}
      </Toolbar>
    </>
  );
}

/** Downloads the rows with errors, with an additional column for the errors. */
export function ErrorsFile({ one }: { readonly one: ImportDetail }) {
  const { coming, problem, start } = useDownload();
  return (
    <div>
      <Button
        disabled={coming !== null}
        onClick={() => start(call("GET /api/imports/{id}/errors", { id: one.id, format: "xlsx" }))}
      >
        {t(msg("Download rows with errors"))}
      </Button>
      <Problem text={problem} />
    </div>
  );
}

const APPLIED = msg(
  "This import was completed at {at}. Its changes are in the history; its figures are no longer available.",
);

/** Rows that are shown; the download has more. */
const SHOWN = 20;

/** What of another product's export is not imported: columns, then values and rows, with the reason. */
export function NotTaken({ one }: { readonly one: ImportDetail }) {
  const { coming, problem, start } = useDownload();
  const { columns, rows, count } = one.notTaken;
  if (columns.length + count === 0) return null;
  const lines = [
    ...columns.map(({ header, values, reason }) => ({
      key: `column ${header}`,
      row: "",
      column: header,
      reason,
      value: t(msg("{n, plural, one {# value} other {# values}}"), { n: values }),
    })),
    ...rows.slice(0, SHOWN).map(({ row, column, value, reason }, place) => ({
      key: `row ${place}`,
      row: String(row),
      column: column ?? t(msg("Whole row")),
      reason,
      value: value ?? "",
    })),
  ];
  return (
    <section aria-label={t(TITLE)}>
      <div class="import-head">
        <h3>{t(TITLE)}</h3>
        <Button
          disabled={coming !== null}
          onClick={() => start(call("GET /api/imports/{id}/not-imported", { id: one.id, format: "xlsx" }))}
        >
          {t(msg("Download what is not imported"))}
        </Button>
      </div>
      <Problem text={problem} />
      {count > SHOWN && (
        <p class="muted">
          {t(msg("The first {shown} of {n} values and rows. The download has more."), {
            shown: SHOWN,
            n: count,
          })}
        </p>
      )}
      <DataTable
        caption={t(TITLE)}
        rows={lines}
        columns={[
          { title: t(msg("Column in the file")), isRowHead: true, cell: ({ column }) => column },
          { title: t(msg("Row")), cell: ({ row }) => row },
          { title: t(msg("Value", "of a column")), cell: ({ value }) => value },
          { title: t(msg("Reason")), cell: ({ reason }) => reason },
        ]}
      />
    </section>
  );
}

const TITLE = msg("Not imported");

/** The figures of an import, in its preview or its result. */
export function Figures({ one }: { readonly one: ImportDetail }) {
  const isDone = one.state === "applied";
  return (
    <section class="import-summary" aria-label={t(msg("Summary"))}>
      <dl>
        <Figure label={msg("Rows", "number")} value={one.rows} />
        <Figure label={isDone ? msg("Created") : msg("New", "number")} value={one.toCreate} />
        <Figure label={msg("Changed")} value={one.toUpdate} />
        <Figure label={msg("Unchanged")} value={one.unchanged} />
        {!isDone && <Figure label={msg("With errors")} value={one.errorRows} isBad={one.errorRows > 0} />}
        <Figure label={msg("Left out")} value={one.leftOut} />
        {one.repeatedRows > 0 && <Figure label={msg("Repeated rows")} value={one.repeatedRows} />}
        {one.joinedRows > 0 && <Figure label={msg("Rows with joined lines")} value={one.joinedRows} />}
        {!isDone && <SumFigures sums={one.sums} />}
        {one.pictures > 0 && <Figure label={msg("Photos")} value={one.pictures} />}
      </dl>
      <Made one={one} />
    </section>
  );
}

/** The sums to compare with the totals of the list. */
function SumFigures({ sums: { quantity, quantities, price, value } }: Pick<ImportDetail, "sums">) {
  const pieces = quantity ?? 0;
  return (
    <>
      {(quantity !== null || quantities.length > 0) && (
        <Figure label={msg("Quantity")} value={pieces} text={sumText({ pieces, quantities })} />
      )}
      {price !== null && <Figure label={msg("Sum of prices")} value={price} text={money(price)} />}
      {value !== null && <Figure label={msg("Total value")} value={value} text={money(value)} />}
    </>
  );
}

interface FigureProps {
  readonly label: Message;
  readonly value: number;
  /** The value as text. Default: as a number. */
  readonly text?: string;
  readonly isBad?: boolean;
}

function Figure({ label, value, text = number(value), isBad = false }: FigureProps) {
  return (
    <div class={isBad ? "is-bad" : ""}>
      <dt>{t(label)}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** The records that are created because rows name them. */
function Made({ one: { made } }: { readonly one: ImportDetail }) {
  const parts = Object.entries(TEXTS).flatMap(([name, text]) => {
    const part = made[name as keyof typeof made];
    return part.count === 0 ? [] : [{ name, text, ...part }];
  });
  if (parts.length === 0) return null;
  return (
    <ul class="import-made">
      {parts.map(({ name, text, count, names }) => (
        <li key={name}>
          {t(text, { n: count })}{" "}
          <span class="muted">
            {names.join(", ")}
            {count > names.length ? " …" : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}

const TEXTS: Readonly<Record<keyof ImportDetail["made"], Message<{ n: number }>>> = {
  locations: msg("New locations: {n}."),
  categories: msg("New categories: {n}."),
  types: msg("New types: {n}."),
  states: msg("New states: {n}."),
  users: msg("New people: {n}."),
};
