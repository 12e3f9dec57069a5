import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../layout/dialog.tsx";
import type { Labels } from "../label/ask-for-labels.ts";
import { LabelChoice } from "../label/label-choice.tsx";
import { useLabels } from "../label/use-labels.ts";

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
          {t(TEXTS.print, { n: count * copies })}
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
  title: msg("Labels of {n, plural, one {# article} other {# articles}}"),
  print: msg("Print {n, plural, one {# label} other {# labels}}"),
  what: msg(
    "{n, plural, one {# label} other {# labels}} will be added to the queue of {printer} ({articles} × {copies}).",
  ),
};
