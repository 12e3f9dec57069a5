import { msg } from "../../../domain/message.ts";
import { RequestState } from "../../../domain/print-states.ts";
import { call } from "../../api/call.ts";
import { isUnreachable } from "../../api/connection.ts";
import type { Printer } from "../../api/types/endpoints.d.ts";
import { language, t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { CONDITIONS, type Condition, useStatuses } from "../../printing/use-statuses.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf } from "../../router/address.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { onFirstClick } from "../../ui/first-click.ts";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { type Change, MutationButton } from "../forms/mutation.tsx";
import { Screen } from "../layout/screen.tsx";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { printedSubject } from "./printed-subject.ts";
import { typeNamed, usePrinterTypes } from "./printer-types.ts";
import { Outcome, useTestPrint } from "./test-print.tsx";

/** `#/printers`: all printers with their states. */
export function PrintersScreen() {
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printRequests"] });
  return (
    <Screen
      title={t(msg("Printers"))}
      actions={
        may("administer") && (
          <ButtonLink kind="primary" href="#/printers/new">
            {t(msg("Add printer"))}
          </ButtonLink>
        )
      }
      tabs={<PrinterLinks />}
    >
      <QueryBoundary
        query={printers}
        empty={
          <EmptyState
            icon="print"
            title={t(msg("No printers yet"))}
            text={t(
              may("administer")
                ? msg("Add the first one by its network address.")
                : msg("Ask an administrator to add one."),
            )}
          >
            {may("administer") && <ButtonLink href="#/printers/new">{t(msg("Add printer"))}</ButtonLink>}
          </EmptyState>
        }
      >
        {(all) => <PrinterCards printers={all} />}
      </QueryBoundary>
    </Screen>
  );
}

function PrinterCards({ printers }: { readonly printers: readonly Printer[] }) {
  const statuses = useStatuses(printers.map(({ oid }) => oid));
  return (
    <Cards>
      {printers.map((printer) => (
        <PrinterCard key={printer.oid} printer={printer} condition={statuses.get(printer.oid)} />
      ))}
    </Cards>
  );
}

/** Links to the printers, their queue and the labels. */
export function PrinterLinks() {
  const tabs = TABS.map(({ to, label }) => ({ to, label: t(label) }));
  return <Tabs label={t(msg("Printing"))} tabs={tabs} />;
}

const TABS = [
  { to: "/printers", label: msg("Printers") },
  { to: "/printers/queue", label: msg("Queue") },
  { to: "/printers/labels", label: msg("Labels") },
];

interface CardProps {
  readonly printer: Printer;
  /** The condition that the printer reports; absent: not known yet. */
  readonly condition: Condition | undefined;
}

/** A printer: its condition, its queue, and a button for a test label with its state. */
function PrinterCard({ printer, condition }: CardProps) {
  const { oid, name, ipAddress, port, printerTypeId } = printer;
  const types = usePrinterTypes();
  const test = useTestPrint();
  const summary = eventData.printers.value?.find((one) => one.oid === oid);
  return (
    <Card
      class="printer"
      title={may("administer") ? <a href={`#/printers/${oid}`}>{name}</a> : name}
      aria-label={name}
    >
      <State printer={printer} condition={condition} />
      <Queue oid={oid} />
      <LastLabel oid={oid} />
      {summary?.lastError && (
        <p class="error-text">{summary.lastError[language.value] ?? summary.lastError["en"]}</p>
      )}
      <p class="muted">
        {typeNamed(types.body, printerTypeId)} · {ipAddress}:{port}
      </p>
      <Toolbar>
        <Button disabled={test.isBusy} onClick={onFirstClick(() => test.print(oid))}>
          {t(msg("Print test label"))}
          <span class="sr-only"> {name}</span>
        </Button>
        {summary !== undefined && summary.waiting > 0 && (
          <MutationButton change={() => cancellationOf(oid, name)}>
            {t(msg("Cancel waiting labels…"))}
            <span class="sr-only"> {name}</span>
          </MutationButton>
        )}
      </Toolbar>
      <Problem text={test.problem} />
      {test.oid !== null && <Outcome oid={test.oid} />}
    </Card>
  );
}

function State({ printer, condition }: CardProps) {
  if (!printer.isActive) return <p class="state">{t(msg("Disabled; labels are held"))}</p>;
  if (isUnreachable.value)
    return <p class="state muted">{t(msg("Unknown: the server is not responding"))}</p>;
  if (condition === undefined) return <p class="state muted">{t(msg("Checking status…"))}</p>;
  const isWell = condition === "ready" || condition === "busy" || condition === "unknown";
  return (
    <p class={isWell ? "state" : "state error-text"} role="status">
      <Icon name={isWell ? "there" : "warning"} size={18} /> {t(CONDITIONS[condition])}
    </p>
  );
}

/** The waiting requests of a printer. */
function Queue({ oid }: { readonly oid: number }) {
  const summary = eventData.printers.value?.find((one) => one.oid === oid);
  if (summary === undefined) return null;
  const { waiting, printing } = summary;
  const counts = [
    waiting > 0 ? t(msg("{n, plural, one {# label} other {# labels}} waiting"), { n: waiting }) : null,
    printing > 0 ? t(msg("{n} printing"), { n: printing }) : null,
  ].filter((one) => one !== null);
  return (
    <p>
      <a href={`#${addressOf("/printers/queue", { printerId: oid })}`}>
        {counts.length === 0 ? t(msg("Queue empty")) : counts.join(", ")}
      </a>
    </p>
  );
}

/** The label that was printed last. */
function LastLabel({ oid }: { readonly oid: number }) {
  const request = call("GET /api/printrequests", { printerId: oid, stateId: RequestState.Done, limit: 1 });
  const [last] = useLiveQuery(request, { follows: ["printRequests"] }).body ?? [];
  if (last === undefined) return null;
  return (
    <p>
      {t(msg("Last label: {label}, {at}"), {
        label: printedSubject(last),
        at: when(last.finishedDT ?? last.createdDT),
      })}
    </p>
  );
}

/** Cancels all waiting requests of a printer. */
function cancellationOf(id: number, name: string): Change<{ readonly cancelled: number }> {
  const waiting = eventData.printers.peek()?.find(({ oid }) => oid === id)?.waiting ?? 0;
  return {
    question: {
      title: t(msg("Cancel all waiting labels for {name}?"), { name }),
      text: `${t(msg("{n, plural, one {# request} other {# requests}} will not be printed."), { n: waiting })} ${t(msg("The label being printed now is not affected. You can print each request again from the queue."))}`,
      action: t(msg("Cancel {n, plural, one {# request} other {# requests}}"), { n: waiting }),
      isDangerous: true,
    },
    send: call("POST /api/printingprinters/{id}/cancel-waiting", { id }),
    done: ({ cancelled }) =>
      t(msg("{name}: {n, plural, one {# request} other {# requests}} cancelled."), { n: cancelled, name }),
  };
}
