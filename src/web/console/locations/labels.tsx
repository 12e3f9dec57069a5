import { useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withKey } from "../../api/call.ts";
import { newId } from "../../api/ids.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { onFirstClick } from "../../ui/first-click.ts";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { BulkJobCard } from "../articles/bulk/bulk-panel.tsx";
import { LabelChoice, type Labels, useLabels } from "../articles/label/label-choice.tsx";
import { problemText } from "../forms/problem.ts";
import { runJob } from "../jobs/run-job.ts";
import { Screen } from "../layout/screen.tsx";
import { Outcome } from "../printers/test-print.tsx";
import { useLocations, withBelow } from "./tree/location-tree.ts";

/** `#/locations/:id/labels`: prints labels of a location, or of it and all below it, through the queue. */
export function LabelsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const { query, tree } = useLocations();
  const location = tree?.get(oid) ?? null;
  return (
    <Screen
      title={t(msg("Labels: {name}"), { name: location?.name ?? "" })}
      above={<a href={`#/locations/${oid}`}>{t(msg("Back to location"))}</a>}
      actions={<ButtonLink href={`#/locations/${oid}/sheet`}>{t(msg("Sheet of labels…"))}</ButtonLink>}
    >
      <QueryBoundary query={query}>
        {() =>
          location === null || tree === null ? (
            t(msg("This location no longer exists."))
          ) : (
            <PrintCard
              oid={oid}
              version={JSON.stringify(location)}
              below={withBelow(tree, location).length}
              hasCode={location.code !== null}
            />
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

interface PrintProps {
  readonly oid: number;
  /** Another value when the location has changed. */
  readonly version: string;
  /** The number of locations with all below, this one included. */
  readonly below: number;
  readonly hasCode: boolean;
}

function PrintCard({ oid, version, below, hasCode }: PrintProps) {
  const labels = useLabels("location");
  const { requestId, job, problem, isBusy, print, printBelow } = usePrinting(oid, below);
  const start = (run: (chosen: Labels) => Promise<void>) => {
    const chosen = labels.take();
    if (chosen !== null) void run(chosen);
  };
  const isDisabled = labels.printer === null || isBusy;
  return (
    <>
      <Card title={t(msg("Label"))}>
        <LabelChoice labels={labels} record={{ locationId: oid }} version={version} />
        {!hasCode && (
          <p class="muted">{t(msg("This location has no code. Terminals can't scan its label."))}</p>
        )}
        <Toolbar>
          <Button
            kind="primary"
            icon="print"
            disabled={isDisabled}
            onClick={onFirstClick(() => start(print))}
          >
            {t(msg("Print label"))}
          </Button>
          {below > 1 && (
            <Button disabled={isDisabled} onClick={onFirstClick(() => start(printBelow))}>
              {t(msg("Print labels of this location and all below ({n})"), { n: below })}
            </Button>
          )}
          <a href="#/printers">{t(msg("Printers and queues"))}</a>
        </Toolbar>
        <Problem text={problem} />
        {requestId !== null && <Outcome key={requestId} oid={requestId} />}
      </Card>
      {job !== null && <BulkJobCard key={job.id} {...job} />}
    </>
  );
}

/** A job of labels, as its card shows it. */
interface StartedJob {
  readonly id: number;
  readonly hasEnded: boolean;
}

/** Prints labels. A repeated request after a lost response prints nothing twice. */
function usePrinting(oid: number, below: number) {
  const [requestId, setRequestId] = useState<number | null>(null);
  const [started, setStarted] = useState<StartedJob | null>(null);
  const unanswered = useRef(new Map<string, string>());
  const [problem, setProblem] = useState<string | null>(null);
  /** What is sent and not answered yet. A job that has begun is no longer. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const end = (what: string) => setBusy((before) => new Set([...before].filter((one) => one !== what)));
  const run = async (what: string, send: (key: string) => Promise<void>) => {
    const key = unanswered.current.get(what) ?? newId(Date.now());
    unanswered.current.set(what, key);
    setBusy((before) => new Set([...before, what]));
    setProblem(null);
    try {
      await send(key);
      unanswered.current.delete(what);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      end(what);
    }
  };
  const job = started && {
    job: { ...started, kind: "bulkLocationLabels" },
    id: started.id,
    close: () => setStarted(null),
  };
  return {
    requestId,
    job,
    problem,
    isBusy: busy.size > 0,
    print: (body: Labels) =>
      run(JSON.stringify(["one", oid, body]), async (key) => {
        setRequestId(
          (await requestAsUser(withKey(call("POST /api/locations/{id}/print", { id: oid, body }), key))).oid,
        );
      }),
    printBelow(body: Labels) {
      const what = JSON.stringify(["below", oid, below, body]);
      return run(what, async (key) => {
        const request = call("POST /api/locations/{id}/bulk-labels", {
          id: oid,
          body: { ...body, expectedCount: below },
        });
        const { id } = await runJob(withKey(request, key), {}, (begun) => {
          setStarted({ id: begun, hasEnded: false });
          // The same once more is another job, even while this one runs.
          unanswered.current.delete(what);
          end(what);
        });
        setStarted((now) => (now?.id === id ? { id, hasEnded: true } : now));
      });
    },
  };
}
