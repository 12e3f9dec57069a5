import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { PrintRequest, PrintTestLabelRequest } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { requestText } from "../../printing/use-request.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf } from "../../router/address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** An unsaved template or layout, with the record whose values it shows; without one, sample values. */
export type DraftLabel = PrintTestLabelRequest;

interface TestPrint {
  /** The last request; null: none. */
  readonly oid: number | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** The printer's own test label, or an unsaved label. */
  print(printerId: number, tried?: DraftLabel): void;
}

/** Prints test labels. A repeated request after a lost response prints nothing twice. */
export function useTestPrint(): TestPrint {
  const [oid, setOid] = useState<number | null>(null);
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  return {
    oid,
    isBusy,
    problem,
    print(id, tried) {
      setOid(null);
      void run({
        send: ({ create }) => create(call("POST /api/printingprinters/{id}/test", { id, body: tried })),
        onDone: (request) => setOid(request.oid),
      });
    },
  };
}

/** The state of a print request, updated until it ends. */
export function Outcome({ oid }: { readonly oid: number }) {
  const request = useLiveQuery(call("GET /api/printrequests/{oid}", { oid }), { follows: ["printRequests"] });
  return <QueryBoundary query={request}>{(body) => <LabelState request={body} />}</QueryBoundary>;
}

function LabelState({ request }: { readonly request: PrintRequest }) {
  const { tone, text, advice } = requestText(request);
  return (
    <Banner class="print-outcome" tone={tone} role="status">
      <p>
        <Icon name={tone === "success" ? "there" : tone === "danger" ? "warning" : "print"} size={18} />{" "}
        {text}
      </p>
      {advice !== null && <p>{advice}</p>}
      <a href={`#${addressOf("/printers/queue", { item: request.oid })}`}>{t(msg("View in queue"))}</a>
    </Banner>
  );
}
