import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type {
  BulkDeleteArticlesRequest,
  BulkEditArticlesRequest,
  MakeSheetOfArticlesRequest,
  PrintLabelsOfArticlesRequest,
} from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { type Selection, SelectionBar } from "../../../ui/table/selection.tsx";
import { GuardedDialog } from "../../forms/form.tsx";
import { SheetForm } from "../../label-sheets/sheet-form.tsx";
import { LabelChoice, type Labels, useLabels } from "../label/label-choice.tsx";
import { filterOf, type ListQuery } from "../list-query.ts";
import type { Names } from "../names.ts";
import { type BulkJobs, newRequest } from "./bulk-jobs.ts";
import { type BulkChanges, EditDialog } from "./edit-dialog.tsx";

// The filters and the order are text of the address: the server checks them.

interface ActionsProps {
  readonly selection: Selection;
  readonly listQuery: ListQuery;
  readonly names: Names;
  /** The number of matching articles; null: not known yet. */
  readonly total: number | null;
  /** One of the articles on the page. */
  readonly sampleId: number | null;
  readonly bulk: BulkJobs;
}

/** Actions on the selected articles. */
export function SelectionActions({ selection, listQuery, names, total, sampleId, bulk }: ActionsProps) {
  const [open, setOpen] = useState<"edit" | "print" | "sheet" | null>(null);
  const { ids, isAll } = selection;
  const count = isAll ? (total ?? 0) : ids.size;
  const [first = sampleId] = isAll ? [] : ids;
  const close = () => setOpen(null);
  const edit = (changes: BulkChanges) => {
    close();
    const body = { ...selectedArticles(selection, listQuery), expectedCount: count, changes };
    void bulk.start(newRequest({ kind: "bulkEdit", body: body as BulkEditArticlesRequest }));
  };
  const sorted = () => ({
    ...selectedArticles(selection, listQuery),
    ...(isAll && { sort: listQuery.sort }),
  });
  const print = (labels: Labels) => {
    close();
    const body = { ...sorted(), expectedCount: count, ...labels };
    void bulk.start(newRequest({ kind: "bulkLabels", body: body as PrintLabelsOfArticlesRequest }));
  };
  const remove = async () => {
    const isSure = await confirm({
      title: t(msg("Delete {n, plural, one {# article} other {# articles}}?"), { n: count }),
      text: t(
        msg("Their codes become free; their history is kept. For seven days the deletion can be undone."),
      ),
      action: t(msg("Delete")),
      isDangerous: true,
    });
    if (!isSure) return;
    const body = { ...selectedArticles(selection, listQuery), expectedCount: count };
    const request = newRequest({ kind: "bulkDelete", body: body as BulkDeleteArticlesRequest });
    void bulk.start(request, selection.clear);
  };
  return (
    <SelectionBar selection={selection} total={total}>
      {may("manage") && (
        <Button kind="primary" disabled={bulk.isStarting} onClick={() => setOpen("edit")}>
          {t(msg("Edit…"))}
        </Button>
      )}
      <Button kind="primary" disabled={bulk.isStarting} onClick={() => setOpen("print")}>
        {t(msg("Print labels…"))}
      </Button>
      <Button onClick={() => setOpen("sheet")}>{t(msg("Sheet of labels (PDF)…"))}</Button>
      {may("manage") && (
        <Button disabled={bulk.isStarting} onClick={() => void remove()}>
          {t(msg("Delete…"))}
        </Button>
      )}
      {open === "sheet" && (
        <GuardedDialog title={t(TITLE, { n: count })} onClose={close}>
          <SheetForm
            request={(choice) =>
              call("POST /api/articles/label-sheet", {
                body: { ...sorted(), ...choice } as MakeSheetOfArticlesRequest,
              })
            }
          />
        </GuardedDialog>
      )}
      {open === "edit" && <EditDialog count={count} names={names} onStart={edit} onClose={close} />}
      {open === "print" && <PrintDialog count={count} sampleId={first} onStart={print} onClose={close} />}
    </SelectionBar>
  );
}

/** The selected articles in a request: by their ids, or by the filters of the list. */
const selectedArticles = ({ isAll, ids }: Selection, listQuery: ListQuery) =>
  isAll ? { filter: filterOf(listQuery) } : { ids: [...ids] };

interface DialogProps {
  readonly count: number;
  /** One of the articles, for the preview. */
  readonly sampleId: number | null;
  readonly onStart: (labels: Labels) => void;
  readonly onClose: () => void;
}

/** Requests labels for many articles, with their number in advance. */
function PrintDialog({ count, sampleId, onStart, onClose }: DialogProps) {
  const labels = useLabels();
  const { printer, copies, take } = labels;
  const print = () => {
    const chosen = take();
    if (chosen !== null) onStart(chosen);
  };
  return (
    <GuardedDialog
      title={t(TITLE, { n: count })}
      onClose={onClose}
      actions={
        <Button kind="primary" disabled={printer === null} onClick={print}>
          {t(msg("Print {n, plural, one {# label} other {# labels}}"), { n: count * copies })}
        </Button>
      }
    >
      <LabelChoice labels={labels} record={sampleId === null ? null : { articleId: sampleId }} version="" />
      {printer !== null && (
        <p>
          {t(
            msg(
              "{n, plural, one {# label} other {# labels}} will be added to the queue of {printer} ({articles} × {copies}).",
            ),
            { n: count * copies, printer: printer.name, articles: count, copies },
          )}
        </p>
      )}
    </GuardedDialog>
  );
}

const TITLE = msg("Labels of {n, plural, one {# article} other {# articles}}");
