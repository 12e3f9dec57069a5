import { msg } from "../../../domain/message.ts";
import { listImports } from "../../api/console/import-export.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { showError } from "../dialogs/notes.tsx";
import { problemText } from "../forms/problem.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type Column, DataTable } from "../table/data-table.tsx";
import { KIND_NAMES, stateName } from "./kinds.ts";
import { endImport } from "./send-file.ts";
import type { ImportHead } from "./shapes.ts";

/** The imports that the server keeps, from any tab and Admin; each can be continued. */
export function OpenImports() {
  // The event stream does not report imports.
  const answer = useLiveQuery(listImports(), { everySeconds: 2 });
  const end = async (id: number) => {
    try {
      await endImport(id);
    } catch (error) {
      showError(problemText(error));
    }
    answer.again();
  };
  return (
    <QueryBoundary answer={answer} isEmpty={() => false}>
      {(imports) =>
        imports.length > 0 && (
          <>
            <h3>{t(TEXTS.title)}</h3>
            <DataTable
              caption={t(TEXTS.title)}
              columns={columns(end)}
              rows={imports}
              idOf={({ id }) => id}
              hrefOf={({ id }) => `#/exchange/${id}`}
            />
          </>
        )
      }
    </QueryBoundary>
  );
}

function columns(end: (id: number) => Promise<void>): readonly Column<ImportHead>[] {
  return [
    { key: "file", title: t(TEXTS.file), cell: ({ fileName }) => fileName },
    { key: "kind", title: t(TEXTS.kind), cell: ({ kind }) => t(KIND_NAMES[kind]) },
    { key: "state", title: t(TEXTS.state), cell: stateOf },
    {
      key: "at",
      title: t(TEXTS.at),
      cell: ({ createdDT, createdBy }) => `${when(createdDT)} · ${createdBy}`,
    },
    { key: "rows", title: t(TEXTS.rows), isNumber: true, cell: ({ rows }) => number(rows) },
    { key: "errors", title: t(TEXTS.errors), isNumber: true, cell: ({ errorCount }) => number(errorCount) },
    {
      key: "end",
      title: t(TEXTS.action),
      cell: ({ id, fileName, state }) => {
        const words = t(state === "applied" ? TEXTS.forget : TEXTS.cancel);
        return (
          <button type="button" class="second" aria-label={`${words} ${fileName}`} onClick={() => end(id)}>
            {words}
          </button>
        );
      },
    },
  ];
}

function stateOf(one: ImportHead): string {
  const { state, progress } = one;
  const { done, total } = progress;
  const words = stateName(one);
  if (state !== "checking" && state !== "applying") return words;
  return total === null ? `${words} ${number(done)}` : `${words} ${number(done)} / ${number(total)}`;
}

const TEXTS = {
  title: msg("Recent imports"),
  file: msg("File"),
  kind: msg("Data type"),
  state: msg("State"),
  at: msg("Started"),
  rows: msg("Rows"),
  errors: msg("Errors"),
  action: msg("Action"),
  forget: msg("Remove"),
  cancel: msg("Cancel"),
};
