import { msg } from "../../../../domain/message.ts";
import { plural } from "../../../i18n/translate.ts";
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
      title={plural(count, TEXTS.title)}
      onClose={onClose}
      deeds={
        <button type="button" disabled={printer === null} onClick={print}>
          {plural(count * copies, TEXTS.print)}
        </button>
      }
    >
      <LabelChoice labels={labels} articleId={sampleId} version="" />
      {printer !== null && (
        <p>{plural(count * copies, TEXTS.what, { printer: printer.name, articles: count, copies })}</p>
      )}
    </Dialog>
  );
}

const TEXTS = {
  title: msg(
    "Labels of {n} article|Labels of {n} articles",
    "Štítky {n} artiklu|Štítky {n} artiklů|Štítky {n} artiklů",
  ),
  print: msg(
    "Print {n} label|Print {n} labels",
    "Vytisknout {n} štítek|Vytisknout {n} štítky|Vytisknout {n} štítků",
  ),
  what: msg(
    "{n} label will be added to the queue of {printer} ({articles} × {copies}).|{n} labels will be added to the queue of {printer} ({articles} × {copies}).",
    "Do fronty tiskárny {printer} se přidá {n} štítek ({articles} × {copies}).|Do fronty tiskárny {printer} se přidají {n} štítky ({articles} × {copies}).|Do fronty tiskárny {printer} se přidá {n} štítků ({articles} × {copies}).",
  ),
};
