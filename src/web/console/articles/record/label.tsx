import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { newId } from "../../../api/ids.ts";
import { t } from "../../../i18n/translate.ts";
import { requestText, useRequest } from "../../../printing/use-request.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { onFirstClick } from "../../../ui/first-click.ts";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { problemText } from "../../forms/problem.ts";
import { LabelChoice, requestLabels, useLabels } from "../label/label-choice.tsx";

interface LabelProps {
  readonly articleId: number;
  /** Another value when the article has changed. */
  readonly version: string;
}

/** The label of an article, and a button to print it. */
export function Label({ articleId, version }: LabelProps) {
  const labels = useLabels();
  const printing = usePrinting(articleId);
  const print = () => {
    const chosen = labels.take();
    if (chosen !== null) void printing.print(chosen);
  };
  return (
    <Card title={t(msg("Label"))}>
      <LabelChoice labels={labels} record={{ articleId }} version={version} />
      <Toolbar>
        <Button
          icon="print"
          disabled={labels.printer === null || printing.isBusy}
          onClick={onFirstClick(print)}
        >
          {t(msg("Print"))}
        </Button>
        <a href="#/printers">{t(msg("Printers and queues"))}</a>
      </Toolbar>
      <Problem text={printing.problem} />
      {printing.requestId !== null && <Printed key={printing.requestId} oid={printing.requestId} />}
    </Card>
  );
}

function usePrinting(articleId: number) {
  const [requestId, setRequestId] = useState<number | null>(null);
  const [unanswered, setUnanswered] = useState<{ readonly what: string; readonly key: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    requestId,
    problem,
    isBusy,
    async print(labels: Parameters<typeof requestLabels>[1]) {
      // The same request again: it may be in the queue already.
      const what = JSON.stringify(labels);
      const key = unanswered?.what === what ? unanswered.key : newId(Date.now());
      setUnanswered({ what, key });
      setBusy(true);
      setProblem(null);
      try {
        setRequestId(await requestLabels(articleId, labels, key));
        setUnanswered(null);
      } catch (error) {
        setProblem(problemText(error));
      } finally {
        setBusy(false);
      }
    },
  };
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
