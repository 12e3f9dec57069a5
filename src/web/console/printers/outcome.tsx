import { msg } from "../../../domain/message.ts";
import { getPrintRequest } from "../../api/printing.ts";
import type { PrintRequest } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { requestText } from "../../printing/request-texts.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf } from "../../router/address.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The state of a print request, updated until it ends. */
export function Outcome({ oid }: { readonly oid: number }) {
  const request = useLiveQuery(getPrintRequest({ oid }), { follows: ["printRequests"] });
  return <QueryBoundary answer={request}>{(body) => <LabelState request={body} />}</QueryBoundary>;
}

function LabelState({ request }: { readonly request: PrintRequest }) {
  const { tone, words, advice } = requestText(request);
  const icon = { done: "there", bad: "warning", open: "print" } as const;
  return (
    <div class={`note is-${tone}`} role="status">
      <p>
        <Icon name={icon[tone]} size={18} /> {words}
      </p>
      {advice !== null && <p>{advice}</p>}
      <a href={`#${addressOf("/printers/queue", { show: request.oid })}`}>{t(TEXTS.queue)}</a>
    </div>
  );
}

const TEXTS = { queue: msg("View in queue") };
