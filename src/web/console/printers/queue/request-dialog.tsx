import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t, when } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/surfaces.tsx";
import { LabelPicture } from "../../label-preview/label-picture.tsx";
import { usePicture } from "../../label-preview/use-picture.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { DECISIONS, PrintRequestState, printedSubject } from "./columns.tsx";
import { decisionFor } from "./decide.ts";
import type { useDecisions } from "./use-decisions.ts";

interface DialogProps {
  readonly oid: number;
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly onClose: () => void;
}

/** One request with its label as it was rendered. */
export function RequestDialog({ oid, decisions, onClose }: DialogProps) {
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
          <Button onClick={() => void decisions.run(decision, [body])}>{t(DECISIONS[decision])}</Button>
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
