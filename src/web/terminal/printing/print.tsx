import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { MAX_COPIES } from "../../../domain/print-states.ts";
import { isUnreachable } from "../../api/connection.ts";
import { useArticle } from "../../articles/known-article.ts";
import { useRemembered } from "../../db/use-remembered.ts";
import { writeValue } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { locationName, locationPath } from "../../offline/sync/locations.ts";
import {
  CHOICES,
  choose,
  formatsFor,
  NOTHING,
  type PrinterName,
  preferredPrinter,
  printersFor,
  useFormats,
  usePrinters,
} from "../../printing/printer-selection.ts";
import { CONDITIONS, type Condition, useStatuses } from "../../printing/use-statuses.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup, RadioRow } from "../../ui/checkbox.tsx";
import { Page } from "../../ui/page.tsx";
import { QuantityStepper } from "../../ui/quantity-stepper.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { useLookUps } from "../articles/look-ups.tsx";
import { type LabelSubject, Labels } from "./labels.tsx";
import "../../articles/articles.css";

/** `#/article/:id/print`: prints labels of an article. */
export function PrintScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const article = useArticle(oid).body;
  return <PrintPage subject={{ articleId: oid }} name={article?.name ?? id} code={article?.code} />;
}

/** `#/location/:id/print`: prints labels of a location. */
export function PrintLocationScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  return <PrintPage subject={{ locationId: oid }} name={locationName(oid) || id} code={locationPath(oid)} />;
}

interface PrintPageProps {
  readonly subject: LabelSubject;
  readonly name: string;
  readonly code: string | null | undefined;
}

/** Prints labels of a record, and shows the earlier requests. */
function PrintPage({ subject, name, code }: PrintPageProps) {
  const lookUps = useLookUps();
  const of = "articleId" in subject ? "article" : "location";
  const [last] = useRemembered(CHOICES[of], NOTHING);
  const [chosen, setChosen] = useState(NOTHING);
  const [copies, setCopies] = useState(1);
  const [formats, printers] = [useFormats(), usePrinters()];
  const action = useAction();
  const labels = formatsFor(formats.body ?? [], of);
  const { format, printer: fitting } = choose(labels, printers.body ?? [], {
    printerId: chosen.printerId,
    labelFormatId: chosen.labelFormatId ?? last?.labelFormatId ?? null,
  });
  const usable = printersFor(printers.body ?? [], format);
  const conditions = useConditions(usable);
  const isChosen = fitting !== null && fitting.oid === chosen.printerId;
  const printer = isChosen ? fitting : preferredPrinter(usable, last?.printerId ?? null, conditions);
  const reported = printer === null ? undefined : conditions.get(printer.oid);
  // A ready printer stays selected: the selection must not change just before a tap on Print.
  const isReady = last !== null && (reported === "ready" || reported === "busy");
  const ready = isReady ? (printer?.oid ?? null) : null;
  useEffect(() => {
    if (ready !== null) setChosen((now) => (now.printerId === null ? { ...now, printerId: ready } : now));
  }, [ready, setChosen]);

  const print = () =>
    action.run(async () => {
      if (format === null || printer === null) return;
      const [printerId, labelFormatId] = [printer.oid, format.oid];
      await writeValue(CHOICES[of], { printerId, labelFormatId });
      await queueCommand(
        { kind: "label", ...subject, printerId, labelFormatId, copies },
        t(msg("{copies} × label of {name} on {printer}"), { copies, name, printer: printer.name }),
      );
    });

  return (
    <Page
      title={t(msg("Print a label"))}
      actions={
        <Button kind="primary" disabled={printer === null || action.isBusy} onClick={print}>
          {t(msg("Print"))}
        </Button>
      }
    >
      {lookUps}
      <p>
        <b>{name}</b> <span class="muted">{code}</span>
      </p>
      <Problem text={action.problem} />
      <Labels subject={subject} />
      <QueryBoundary query={printers} empty={msg("No printers yet. Ask an administrator to add one.")}>
        {(all) =>
          // Without a label there is no printer to choose.
          labels.length > 0 && (
            <PrinterChoice
              printers={printersFor(all, format)}
              chosen={printer}
              conditions={conditions}
              onChoose={(printerId) => setChosen((now) => ({ ...now, printerId }))}
            />
          )
        }
      </QueryBoundary>
      <QueryBoundary query={formats} empty={NO_FORMAT}>
        {() =>
          labels.length === 0 ? (
            <Banner>
              {t(
                of === "location"
                  ? msg("No labels for locations yet. Ask an administrator to add one.")
                  : NO_FORMAT,
              )}
            </Banner>
          ) : (
            <RecordSelect
              label={t(msg("Label"))}
              items={labels.filter(
                (one) => printers.body === null || printersFor(printers.body, one).length > 0,
              )}
              value={format?.oid ?? null}
              onValue={(labelFormatId) => setChosen((now) => ({ ...now, labelFormatId }))}
            />
          )
        }
      </QueryBoundary>
      <h2>{t(msg("Copies"))}</h2>
      <QuantityStepper label={t(msg("Copies"))} value={copies} max={MAX_COPIES} onValue={setCopies} />
    </Page>
  );
}

/** The conditions of printers; empty without a connection. */
function useConditions(printers: readonly PrinterName[]): ReadonlyMap<number, Condition> {
  const conditions = useStatuses(printers.map(({ oid }) => oid));
  return isUnreachable.value ? NO_CONDITIONS : conditions;
}

const NO_CONDITIONS: ReadonlyMap<number, Condition> = new Map();

interface PrinterChoiceProps {
  /** The printers for the chosen label. */
  readonly printers: readonly PrinterName[];
  readonly chosen: PrinterName | null;
  /** The reported conditions; absent: not reported yet. */
  readonly conditions: ReadonlyMap<number, Condition>;
  readonly onChoose: (printerId: number) => void;
}

/** Selects a printer. Shows the condition of each. */
function PrinterChoice({ printers, chosen, conditions, onChoose }: PrinterChoiceProps) {
  if (printers.length === 0)
    return <Banner>{t(msg("No enabled printer can print this label. Choose another label."))}</Banner>;
  return (
    <RadioGroup legend={t(msg("Printer"))}>
      {printers.map(({ oid, name }) => {
        const condition = conditions.get(oid);
        const isUsable = condition === undefined || condition === "ready" || condition === "busy";
        return (
          <RadioRow
            key={oid}
            name="printer"
            checked={oid === chosen?.oid}
            // A tap on the preselected printer is a choice too.
            onClick={() => onChoose(oid)}
            aside={
              <span class={isUsable ? "muted" : "error-text"} role="status">
                {condition === undefined ? "" : t(CONDITIONS[condition])}
              </span>
            }
          >
            {name}
          </RadioRow>
        );
      })}
    </RadioGroup>
  );
}

const NO_FORMAT = msg("No labels yet. Ask an administrator to add one.");
