import { type Message, msg } from "../../../domain/message.ts";
import { CATALOGUES, ofEachCatalogue } from "../../../records/catalogues.ts";
import type { BulkEdit, BulkLabels, Job, JobLeftRows } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import styles from "./jobs.module.css";
import { shownKind } from "./kinds.ts";

/** The state of an ended job as a coloured label. */
export function JobState({ state }: Pick<Job, "state">) {
  return <Badge tone={state === "failed" ? "danger" : "neutral"}>{t(STATES[state])}</Badge>;
}

/** The result of an ended job, or its error. */
export function Outcome({ job }: { readonly job: Job }) {
  const { state, error } = job;
  const left = leftRowsOf(job);
  if (state === "failed") {
    return (
      <>
        {error?.message ?? t(msg("Something went wrong on the server."))}
        {error?.errors !== undefined && (
          <ul class={styles["failedRows"]}>
            {error.errors.slice(0, MAX_ERRORS).map(({ path, message }) => (
              <li key={path}>
                {path}: {message}
              </li>
            ))}
          </ul>
        )}{" "}
        {left === null ? t(msg("Nothing was changed.")) : <LeftRowsList rows={left} />}
      </>
    );
  }
  if (left !== null) return <LeftRowsList rows={left} />;
  if (state === "cancelled") return t(msg("Nothing was changed."));
  if (state === "undone") return t(msg("Everything is as it was before."));
  if (job.state === "done" && job.kind === "bulkEdit") return <BulkEditResult result={job.result} />;
  if (job.state === "done" && job.kind === "bulkDelete")
    return (
      <>
        {t(msg("{n, plural, one {# article} other {# articles}} deleted"), { n: job.result.changed })}
        <Refused label={t(msg("{n} not deleted"), { n: job.result.refused })} result={job.result} />
      </>
    );
  if (job.state === "done" && job.kind === "bulkLabels")
    return (
      <BulkLabelsResult
        result={job.result}
        added={msg("Labels of {n, plural, one {# article} other {# articles}} added to the print queue")}
      />
    );
  if (job.state === "done" && job.kind === "bulkLocationLabels")
    return (
      <BulkLabelsResult
        result={job.result}
        added={msg("Labels of {n, plural, one {# location} other {# locations}} added to the print queue")}
      />
    );
  return t(shownKind(job.kind).result, { n: job.done });
}

/** Errors of fields that are shown. */
const MAX_ERRORS = 5;

const STATES: Readonly<Record<Job["state"], Message>> = {
  waiting: msg("Waiting"),
  running: msg("Running"),
  done: msg("Done"),
  failed: msg("Failed"),
  cancelled: msg("Cancelled"),
  undone: msg("Undone"),
};

/** The number of rejections that are shown; more are collapsed. */
const OPEN_ROWS = 10;

/** The result of a bulk edit, with the articles that a rule rejected. */
function BulkEditResult({ result }: { readonly result: BulkEdit }) {
  const { changed, unchanged } = result;
  return (
    <>
      {t(msg("{n, plural, one {# article} other {# articles}} changed"), { n: changed })}
      {unchanged > 0 && `, ${t(msg("{n} had these values already"), { n: unchanged })}`}
      <Refused label={t(msg("{n} not changed"), { n: result.refused })} result={result} />
    </>
  );
}

interface LabelsProps {
  readonly result: BulkLabels;
  readonly added: Message<{ n: number }>;
}

/** The result of bulk labels, with the records without a label. */
function BulkLabelsResult({ result, added }: LabelsProps) {
  return (
    <>
      {t(added, { n: result.added })}
      <Refused label={t(msg("{n} without a label"), { n: result.refused })} result={result} />
    </>
  );
}

interface RefusedProps {
  readonly label: string;
  readonly result: Pick<BulkLabels, "refused" | "refusals">;
}

/** The rejected articles or locations, with the reasons. */
function Refused({ label, result: { refused, refusals } }: RefusedProps) {
  if (refused === 0) return null;
  return (
    <details open={refused <= OPEN_ROWS}>
      <summary>{label}</summary>
      <ul class={styles["failedRows"]}>
        {refusals.map(({ oid, article, location, reason }) => (
          <li key={oid}>
            {location ? (
              <a href={`#/locations/${oid}`}>{location}</a>
            ) : article === null ? (
              t(msg("Deleted article"))
            ) : (
              <a href={`#/articles/${oid}`}>{article}</a>
            )}{" "}
            <span class="muted">{reason}</span>
          </li>
        ))}
      </ul>
      {refused > refusals.length && <p>{t(msg("… and {n} more"), { n: refused - refusals.length })}</p>}
    </details>
  );
}

/** The rows that could not be undone, cancelled or applied; null: none. */
export function leftRowsOf({ state, result }: Pick<Job, "state" | "result">): JobLeftRows | null {
  if (state === "done" || result === null || !("leftCount" in result)) return null;
  return result.leftCount > 0 ? result : null;
}

/** The number of rows that are shown; more are collapsed. */
const OPEN_LEFT_ROWS = 10;

/** The rows that were not processed, with the reasons. */
export function LeftRowsList({ rows: { leftCount, left } }: { readonly rows: JobLeftRows }) {
  return (
    <details open={leftCount <= OPEN_LEFT_ROWS}>
      <summary>
        {t(msg("{n, plural, one {# record was} other {# records were}} left"), { n: leftCount })}
      </summary>
      <ul class={styles["failedRows"]}>
        {left.map(({ table, name, reason }, index) => (
          <li key={index}>
            {TABLES[table] !== undefined && <span class="muted">{t(TABLES[table])} </span>}
            {name} {/* Only labels that are already being printed remain. */}
            <span class="muted">
              ({t(table === "printRequest" ? msg("printed, or being printed") : REASONS[reason])})
            </span>
          </li>
        ))}
      </ul>
      {leftCount > left.length && <p>{t(msg("… and {n} more"), { n: leftCount - left.length })}</p>}
    </details>
  );
}

const TABLES: Readonly<Record<string, Message>> = {
  article: msg("Article"),
  articleLocation: msg("Stock of"),
  location: msg("Location"),
  user: msg("User"),
  printFormat: msg("Label"),
  printRequest: msg("Labels of"),
  ...ofEachCatalogue((catalogue) => CATALOGUES[catalogue].label),
  inventory: msg("Stocktake"),
};
const REASONS = {
  changed: msg("changed since"),
  used: msg("in use"),
  owned: msg("owned by the head office"),
};
