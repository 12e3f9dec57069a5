import { type Dispatch, type StateUpdater, useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { isUnreachable } from "../../api/connection.ts";
import { useArticle } from "../../articles/known-article.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { choose, type PrinterName, preferredPrinter, printersFor } from "../../printing/choice.ts";
import type { Condition } from "../../printing/conditions.ts";
import { useFormats, usePrinters } from "../../printing/printers.ts";
import { useStatuses } from "../../printing/use-statuses.ts";
import { Shown } from "../../query/query-boundary.tsx";
import { Page } from "../../ui/page.tsx";
import { Stepper } from "../../ui/quantity-stepper.tsx";
import { Select } from "../../ui/select-field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { useLookUps } from "../articles/use-look-ups.tsx";
import { Labels } from "./labels.tsx";
import { PrinterChoice } from "./printer-choice.tsx";
import "../../articles/articles.css";
import "../../printing/printing.css";

/** The server prints no more copies at once. */
const MOST_COPIES = 1000;

interface Wanted {
  readonly printerId: number | null;
  readonly labelFormatId: number | null;
}

/** `#/article/:id/print`: asks for labels of an article, and says what has become of those asked for here. */
export function PrintScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const article = useArticle(oid).body;
  const lookUps = useLookUps();
  const [last, wanted, setWanted] = useWanted();
  const [copies, setCopies] = useState(1);
  const [formats, printers] = [useFormats(), usePrinters()];
  const deed = useAction();
  const { format, printer: fitting } = choose(formats.body ?? [], printers.body ?? [], {
    printerId: wanted.printerId,
    labelFormatId: wanted.labelFormatId ?? last?.labelFormatId ?? null,
  });
  const usable = printersFor(printers.body ?? [], format);
  const conditions = useConditions(usable);
  const isWanted = fitting !== null && fitting.oid === wanted.printerId;
  const printer = isWanted ? fitting : preferredPrinter(usable, last?.printerId ?? null, conditions);
  const reported = printer === null ? undefined : conditions.get(printer.oid);
  // A printer that is ready stays chosen: the choice must not change just before Print is tapped.
  const isReady = last !== null && (reported === "ready" || reported === "busy");
  const ready = isReady ? (printer?.oid ?? null) : null;
  useEffect(() => {
    if (ready !== null) setWanted((now) => (now.printerId === null ? { ...now, printerId: ready } : now));
  }, [ready, setWanted]);

  const print = () =>
    deed.run(async () => {
      if (format === null || printer === null) return;
      const [printerId, labelFormatId] = [printer.oid, format.oid];
      await writeValue("printing", { printerId, labelFormatId });
      await queueCommand(
        { kind: "label", articleId: oid, printerId, labelFormatId, copies },
        t(TEXTS.labelOf, { copies, name: article?.name ?? id, printer: printer.name }),
      );
    });

  return (
    <Page
      title={t(TEXTS.title)}
      back
      deeds={
        <button type="button" disabled={printer === null || deed.isBusy} onClick={print}>
          {t(TEXTS.print)}
        </button>
      }
    >
      {lookUps}
      <p>
        <b>{article?.name}</b> <span class="quiet">{article?.code}</span>
      </p>
      <Problem text={deed.problem} />
      <Labels articleId={oid} />
      <Shown answer={printers} empty={TEXTS.noPrinter}>
        {(all) => (
          <PrinterChoice
            printers={printersFor(all, format)}
            chosen={printer}
            conditions={conditions}
            onChoose={(printerId) => setWanted((now) => ({ ...now, printerId }))}
          />
        )}
      </Shown>
      <Shown answer={formats} empty={TEXTS.noFormat}>
        {(all) => (
          <Select
            words={t(TEXTS.format)}
            items={all}
            value={wanted.labelFormatId ?? format?.oid ?? null}
            onValue={(labelFormatId) => setWanted((now) => ({ ...now, labelFormatId }))}
          />
        )}
      </Shown>
      <h2>{t(TEXTS.copies)}</h2>
      <Stepper words={t(TEXTS.copies)} value={copies} most={MOST_COPIES} onValue={setCopies} />
    </Page>
  );
}

/** What the printers report; nothing while the server does not respond. */
function useConditions(printers: readonly PrinterName[]): ReadonlyMap<number, Condition> {
  const conditions = useStatuses(printers.map(({ oid }) => oid));
  return isUnreachable.value ? NOTHING_REPORTED : conditions;
}

const NOTHING_REPORTED: ReadonlyMap<number, Condition> = new Map();
const NOTHING_WANTED: Wanted = { printerId: null, labelFormatId: null };

/** What was printed with last on this terminal (null: not read yet), and what is chosen now. */
function useWanted(): [Wanted | null, Wanted, Dispatch<StateUpdater<Wanted>>] {
  const [last, setLast] = useState<Wanted | null>(null);
  const [wanted, setWanted] = useState(NOTHING_WANTED);
  useEffect(() => {
    readValue("printing")
      .then((before) => setLast(before ?? NOTHING_WANTED))
      .catch(reportError);
  }, []);
  return [last, wanted, setWanted];
}

const TEXTS = {
  title: msg("Print a label"),
  print: msg("Print"),
  copies: msg("Copies"),
  format: msg("Label"),
  noFormat: msg("No labels yet. Ask an administrator to add one."),
  noPrinter: msg("No printers yet. Ask an administrator to add one."),
  labelOf: msg("{copies} × label of {name} on {printer}"),
};
