import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/translate.ts";
import { requestText, useRequest } from "../../../printing/use-request.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { onFirstClick } from "../../../ui/first-click.ts";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { useMutation } from "../../forms/mutation.tsx";
import { LabelChoice, useLabels } from "../label/label-choice.tsx";

interface LabelProps {
  readonly articleId: number;
  /** Another value when the article has changed. */
  readonly version: string;
}

/** The label of an article, and a button to print it. */
export function Label({ articleId, version }: LabelProps) {
  const labels = useLabels();
  const [requestId, setRequestId] = useState<number | null>(null);
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const print = () => {
    const chosen = labels.take();
    if (chosen === null) return;
    void run({
      send: ({ create }) => create(call("POST /api/pda/printing/print", { body: { articleId, ...chosen } })),
      onDone: ({ oid }) => setRequestId(oid),
    });
  };
  return (
    <Card title={t(msg("Label"))}>
      <LabelChoice labels={labels} record={{ articleId }} version={version} />
      <Toolbar>
        <Button
          kind="primary"
          icon="print"
          disabled={labels.printer === null || isBusy}
          onClick={onFirstClick(print)}
        >
          {t(msg("Print"))}
        </Button>
        <a href="#/printers">{t(msg("Printers and queues"))}</a>
      </Toolbar>
      <Problem text={problem} />
      {requestId !== null && <Printed key={requestId} oid={requestId} />}
    </Card>
  );
}

/** The state of the print request. */
function Printed({ oid }: { readonly oid: number }) {
  const { request, problem } = useRequest(oid);
  const status = request === null ? null : requestText(request);
  return (
    <div role="status">
      <p class={status?.tone === "danger" ? "error-text" : ""}>
        {status?.text ?? problem ?? t(msg("In the print queue"))}
      </p>
      {status?.advice && <p>{status.advice}</p>}
    </div>
  );
}
