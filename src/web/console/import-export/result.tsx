import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { ErrorsFile } from "./errors-file.tsx";
import { Figures } from "./figures.tsx";
import { type ImportJob, ImportUndo } from "./import-job.tsx";
import { KIND_SCREENS } from "./kinds.ts";
import type { ImportDetail } from "./shapes.ts";

interface ResultProps {
  readonly one: ImportDetail;
  readonly job: ImportJob;
}

/** What an import did, and where to go next. */
export function Result({ one, job }: ResultProps) {
  const { href, words } = KIND_SCREENS[one.kind];
  const isUndone = job.ended?.state === "undone";
  return (
    <>
      {!isUndone && (
        <p class="note is-applied" role="status">
          {t(TEXTS.done)} {one.leftOut > 0 && t(TEXTS.leftOut, { n: one.leftOut })}
        </p>
      )}
      {isUndone && <ImportUndo job={job} />}
      <Figures one={one} />
      <div class="row">
        <a class="button" href={href}>
          {t(words)}
        </a>
        <a class="button second" href={`#/exchange?kind=${one.kind}`}>
          {t(TEXTS.other)}
        </a>
        {one.errorRows > 0 && <ErrorsFile one={one} />}
        {!isUndone && <ImportUndo job={job} />}
      </div>
    </>
  );
}

const TEXTS = {
  done: msg("Import completed."),
  leftOut: msg("{n, plural, one {# row was} other {# rows were}} left out."),
  other: msg("Import another file"),
};
