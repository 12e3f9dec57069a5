import { useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { nameOfRequestState, RequestState } from "../../../../domain/print-states.ts";
import { call } from "../../../api/call.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t, when } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressOf, addressQuery, changeQuery } from "../../../router/address.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { onFirstClick } from "../../../ui/first-click.ts";
import { Facts } from "../../../ui/surfaces.tsx";
import { type Selection, SelectionBar, useSelection } from "../../../ui/table/selection.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { type BatchProgress, ProgressBar, toTryAgain, useBatch } from "../../batch/batch.tsx";
import { problemText } from "../../forms/problem.ts";
import { LabelPicture, usePicture } from "../../label-preview/label-picture.tsx";
import { ListScreen } from "../../list-screen/list-screen.tsx";
import { useList } from "../../list-screen/use-list.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { printedSubject } from "../printed-subject.ts";
import { PrinterLinks } from "../printers.tsx";
import { DECISIONS, PrintRequestState, queueColumns } from "./columns.tsx";
import { confirmDecision, type Decision, decide, decisionFor } from "./decide.ts";

const HERE = "/printers/queue";

/** `#/printers/queue`: the print requests, newest first. */
export function QueueScreen() {
  const query = Object.fromEntries(addressQuery());
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printRequests"] });
  const states = Object.values(RequestState).map((oid) => ({ oid, name: t(nameOfRequestState(oid)) }));
  const list = useList({
    filters: {
      printerId: { kind: "record", label: t(msg("Printer")), items: printers.body ?? [] },
      stateId: { kind: "record", label: t(msg("State")), items: states },
    },
    pages: { by: "before", rows: 100 },
    request: (filters, page) => call("GET /api/printrequests", { ...filters, ...page }),
    follows: ["printRequests", "articles", "locations", "formats"],
  });
  const rows = list.isWaiting ? [] : (list.rows ?? []);
  const page = JSON.stringify([list.values, query["before"]]);
  const selection = useSelection({ shown: rows.map(({ oid }) => oid), matching: page, scope: page });
  const decisions = useDecisions();
  return (
    <ListScreen
      title={t(msg("Print queue"))}
      tabs={<PrinterLinks />}
      notices={<FailedDecisions decisions={decisions} />}
      list={list}
      columns={queueColumns((request, decision) => void decisions.run(decision, [request]))}
      hrefOf={({ oid }) => `#${addressOf(HERE, { ...query, item: oid })}`}
      selection={selection}
      empty={{
        icon: "print",
        title: t(msg("No print requests")),
        text: t(msg("Labels that someone prints appear here.")),
      }}
    >
      <SelectionActions
        selection={selection}
        requests={rows.filter(({ oid }) => selection.ids.has(oid))}
        decisions={decisions}
      />
      {query["item"] !== undefined && (
        <RequestDialog
          oid={Number(query["item"])}
          decisions={decisions}
          onClose={() => changeQuery({ item: null }, { replace: true })}
        />
      )}
    </ListScreen>
  );
}

interface DialogProps {
  readonly oid: number;
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly onClose: () => void;
}

/** One request with its label as it was rendered. */
function RequestDialog({ oid, decisions, onClose }: DialogProps) {
  const request = useLiveQuery(call("GET /api/printrequests/{oid}", { oid }), {
    follows: ["printRequests", "articles", "locations", "formats"],
  });
  const drawn = usePicture(call("GET /api/printrequests/{oid}/preview", { oid }));
  const { body } = request;
  const decision = body === null ? null : decisionFor(body);
  return (
    <Dialog
      title={body === null ? t(msg("Print request")) : printedSubject(body)}
      onClose={onClose}
      leave={t(msg("Close"))}
      actions={
        body !== null &&
        decision !== null && (
          <Button kind="primary" onClick={onFirstClick(() => decisions.run(decision, [body]))}>
            {t(DECISIONS[decision])}
          </Button>
        )
      }
    >
      <QueryBoundary query={request}>{(known) => <KnownFacts request={known} />}</QueryBoundary>
      {decisions.refused
        .filter((one) => one.oid === oid)
        .map(({ message }) => (
          <Banner key={oid} tone="danger" role="alert">
            {message}
          </Banner>
        ))}
      <LabelPicture drawn={drawn} label={t(msg("Label as requested"))} />
    </Dialog>
  );
}

function KnownFacts({ request }: { readonly request: PrintRequest }) {
  const { copies, printer, labelFormat, createdBy, createdDT, startedDT, finishedDT, attempts } = request;
  const facts: [string, string | number | null][] = [
    [t(msg("Copies")), copies],
    [t(msg("Printer")), printer],
    [t(msg("Label")), labelFormat],
    [t(msg("Requested", "label")), `${createdBy}, ${when(createdDT)}`],
    [t(msg("Attempts")), attempts],
    [t(msg("Started", "time")), startedDT === null ? null : when(startedDT)],
    [t(msg("Finished", "time")), finishedDT === null ? null : when(finishedDT)],
  ];
  return (
    <>
      <p>
        <PrintRequestState request={request} />
      </p>
      <Facts class="facts in-columns" facts={facts} />
    </>
  );
}

interface ActionsProps {
  readonly selection: Selection;
  readonly requests: readonly PrintRequest[];
  readonly decisions: ReturnType<typeof useDecisions>;
}

/** Actions on the selected requests, and their progress. */
function SelectionActions({ selection, requests, decisions }: ActionsProps) {
  const { progress, run, cancel } = decisions;
  if (progress !== null && progress.total > 1) {
    return (
      <SelectionBar selection={selection}>
        <ProgressBar label={t(msg("Updating the queue"))} progress={progress} onCancel={cancel} />
      </SelectionBar>
    );
  }
  if (requests.length === 0) return null;
  return (
    <SelectionBar selection={selection}>
      {(["retry", "cancel"] as const).map((decision) => {
        const those = requests.filter((request) => decisionFor(request) === decision);
        const onClick = async () => {
          const left = await run(decision, those);
          if (left !== null) selection.keep(left.map(({ oid }) => oid));
        };
        return those.length === 0 ? null : (
          <Button key={decision} onClick={onFirstClick(onClick)}>
            {t(TEXTS[decision], { n: those.length })}
          </Button>
        );
      })}
    </SelectionBar>
  );
}

/** The requests that the server did not change, with the reasons. */
function FailedDecisions({ decisions: { refused, forget } }: Pick<ActionsProps, "decisions">) {
  if (refused.length === 0) return null;
  return (
    <Banner tone="danger" role="alert">
      <p>
        {t(msg("{n, plural, one {# request} other {# requests}} could not be changed."), {
          n: refused.length,
        })}
      </p>
      <ul>
        {refused.map(({ oid, what, message }) => (
          <li key={oid}>
            {what}: {message}
          </li>
        ))}
      </ul>
      <Button onClick={forget}>{t(msg("Dismiss"))}</Button>
    </Banner>
  );
}

const TEXTS = {
  retry: msg("Print again ({n})"),
  cancel: msg("Cancel ({n})"),
};

/** A print request whose decision failed. */
interface FailedDecision {
  readonly oid: number;
  readonly what: string;
  /** The server's message. */
  readonly message: string;
}

interface Decisions {
  readonly progress: BatchProgress | null;
  readonly refused: readonly FailedDecision[];
  /**
   * Applies the action to each request, after a confirmation if needed. Returns those to try again; null: nothing was begun.
   */
  run(decision: Decision, requests: readonly PrintRequest[]): Promise<readonly PrintRequest[] | null>;
  cancel(): void;
  forget(): void;
}

/** Actions on one or more requests, with progress and errors. */
function useDecisions(): Decisions {
  const long = useBatch<PrintRequest>();
  const [refused, setRefused] = useState<readonly FailedDecision[]>([]);
  /** The requests whose decision is under way. */
  const busy = useRef(new Set<number>());
  const send = async (decision: Decision, requests: readonly PrintRequest[]) => {
    setRefused([]);
    if (requests.length === 0 || !(await confirmDecision(decision, requests))) return null;
    const ended = await long.run(requests, ({ oid }) => decide(oid, decision));
    const { done, failed } = ended;
    if (done.length > 0)
      showSuccess(
        t(
          decision === "retry"
            ? msg("{n, plural, one {# request is} other {# requests are}} back in the queue.")
            : msg("{n, plural, one {# request} other {# requests}} cancelled."),
          { n: done.length },
        ),
      );
    setRefused(
      failed.map(({ item, error }) => ({
        oid: item.oid,
        what: printedSubject(item),
        message: problemText(error),
      })),
    );
    return toTryAgain(ended);
  };
  return {
    progress: long.progress,
    refused,
    cancel: long.cancel,
    forget: () => setRefused([]),
    async run(decision, all) {
      const requests = all.filter(({ oid }) => !busy.current.has(oid));
      for (const { oid } of requests) busy.current.add(oid);
      try {
        return await send(decision, requests);
      } finally {
        for (const { oid } of requests) busy.current.delete(oid);
      }
    },
  };
}
