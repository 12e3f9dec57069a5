import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type {
  BulkEditArticlesRequest,
  PrintLabelsOfArticlesRequest,
} from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { Dialog } from "../../layout/dialog.tsx";
import { LabelChoice } from "../label/label-choice.tsx";
import { type Labels, useLabels } from "../label/use-labels.ts";
import type { ListQuery } from "../list-query.ts";
import type { Names } from "../names.ts";
import { type BulkJobs, newRequest } from "./bulk-jobs.ts";
import { type BulkChanges, EditDialog } from "./edit-dialog.tsx";
import { type Choice, selectionOf } from "./selected.ts";

// The filters and the order are text of the address: the server checks them.

interface BarProps {
  readonly choice: Choice;
  readonly asked: ListQuery;
  readonly names: Names;
  /** How many match; null: not known yet. */
  readonly total: number | null;
  /** One of what is shown. */
  readonly sampleId: number | null;
  readonly bulk: BulkJobs;
}

/** What can be done with the articles that are chosen. */
export function SelectionBar({ choice, asked, names, total, sampleId, bulk }: BarProps) {
  const [open, setOpen] = useState<"edit" | "print" | null>(null);
  const { picked, isAll, isPartlyHidden, clear, chooseAll } = choice;
  const count = isAll ? (total ?? 0) : picked.length;
  if (count === 0) return null;
  const close = () => setOpen(null);
  const edit = (changes: BulkChanges) => {
    close();
    const body = { ...selectionOf(choice, asked), changes };
    void bulk.start(newRequest("bulkEdit", body as BulkEditArticlesRequest));
  };
  const print = (labels: Labels) => {
    close();
    const body = { ...selectionOf(choice, asked), ...(isAll && { sort: asked.sort }), ...labels };
    void bulk.start(newRequest("bulkLabels", body as PrintLabelsOfArticlesRequest));
  };
  return (
    <section class="chosen-bar row" aria-label={t(TEXTS.chosen)}>
      <b role="status">{t(isAll ? TEXTS.all : isPartlyHidden ? TEXTS.hidden : TEXTS.some, { n: count })}</b>
      {!isAll && total !== null && total > picked.length && (
        <button type="button" class="second" onClick={chooseAll}>
          {t(TEXTS.chooseAll, { n: total })}
        </button>
      )}
      <button type="button" class="second" onClick={clear}>
        {t(TEXTS.clear)}
      </button>
      {may("manage") && (
        <button type="button" disabled={bulk.isStarting} onClick={() => setOpen("edit")}>
          {t(TEXTS.edit)}
        </button>
      )}
      <button type="button" disabled={bulk.isStarting} onClick={() => setOpen("print")}>
        {t(TEXTS.print)}
      </button>
      {open === "edit" && <EditDialog count={count} names={names} onStart={edit} onClose={close} />}
      {open === "print" && (
        <PrintDialog
          count={count}
          sampleId={isAll ? sampleId : (picked[0] ?? null)}
          onStart={print}
          onClose={close}
        />
      )}
    </section>
  );
}

interface DialogProps {
  readonly count: number;
  /** One of them, whose label is shown. */
  readonly sampleId: number | null;
  readonly onStart: (labels: Labels) => void;
  readonly onClose: () => void;
}

/** Asks for the labels of many articles, saying how many will come out. */
export function PrintDialog({ count, sampleId, onStart, onClose }: DialogProps) {
  const labels = useLabels();
  const { printer, copies, take } = labels;
  const print = () => {
    const chosen = take();
    if (chosen !== null) onStart(chosen);
  };
  return (
    <Dialog
      title={t(TEXTS.title, { n: count })}
      onClose={onClose}
      actions={
        <button type="button" disabled={printer === null} onClick={print}>
          {t(TEXTS.printDialogPrint, { n: count * copies })}
        </button>
      }
    >
      <LabelChoice labels={labels} articleId={sampleId} version="" />
      {printer !== null && (
        <p>{t(TEXTS.what, { n: count * copies, printer: printer.name, articles: count, copies })}</p>
      )}
    </Dialog>
  );
}

const TEXTS = {
  chosen: msg("Selection"),
  some: msg("{n} selected"),
  hidden: msg("{n, plural, one {# selected,} other {# selected, some}} not on this page"),
  all: msg("{n, plural, one {The # match is} other {All # matches}} selected"),
  chooseAll: msg("Select {n, plural, one {the # match} other {all # matches}}"),
  clear: msg("Clear selection"),
  edit: msg("Edit…"),
  print: msg("Print labels…"),
  title: msg("Labels of {n, plural, one {# article} other {# articles}}"),
  printDialogPrint: msg("Print {n, plural, one {# label} other {# labels}}"),
  what: msg(
    "{n, plural, one {# label} other {# labels}} will be added to the queue of {printer} ({articles} × {copies}).",
  ),
};
