import { useRef } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { useRemembered } from "../../db/use-remembered.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import "./first-steps.css";
import { call } from "../../api/call.ts";
import type { SampleData } from "../../api/types/endpoints.d.ts";
import { confirm } from "../../ui/confirm.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { NotDone } from "../forms/problem.ts";
import { runJob } from "../jobs/run-job.ts";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The checklist of a new server. It closes when everything is done, or when it is dismissed. */
export function FirstSteps() {
  const steps = useSteps();
  const sample = useSampleData();
  const [isHidden, setHidden] = useRemembered("firstStepsHidden", false);
  // The server does not add sample data to a tenant with articles.
  const canAdd = steps?.[0]?.isDone === false && sample.data?.isThere === false;
  const isOpen = isHidden === false && steps !== null && steps.some(({ isDone }) => !isDone);
  return (
    <>
      {isOpen && (
        <Card class="first-steps" aria-labelledby="first-steps">
          <div class="screen-title">
            <h2 id="first-steps">{t(msg("First steps"))}</h2>
            <Toolbar>
              <Button onClick={() => setHidden(true)}>{t(msg("Dismiss"))}</Button>
            </Toolbar>
          </div>
          <ol>
            {steps.map((step, index) => (
              <StepLine key={step.href} step={step} number={index + 1} />
            ))}
          </ol>
          {canAdd && (
            <Toolbar class="first-steps-sample">
              <Button disabled={sample.isBusy} onClick={sample.add}>
                {t(msg("Load sample data"))}
              </Button>
              <span class="muted">
                {t(
                  msg(
                    "To try tallybox first: 40 articles at 12 locations, a label and a stocktake. You can remove them completely.",
                  ),
                )}
              </span>
            </Toolbar>
          )}
        </Card>
      )}
      <Sample sample={sample} />
    </>
  );
}

function StepLine({ step, number }: { readonly step: Step; readonly number: number }) {
  const { label, how, href, other, isDone } = step;
  return (
    <li class={isDone ? "is-done" : ""}>
      <span class="step-number" aria-hidden="true">
        {isDone ? <Icon name="there" size={18} /> : number}
      </span>
      {isDone ? (
        <span>
          {t(label)} <span class="sr-only">{t(msg("done"))}</span>
        </span>
      ) : (
        <span>
          <a href={href}>{t(label)}</a>{" "}
          <span class="muted step-help">
            {t(how)}{" "}
            {other !== null && (
              <a class="alternative" href={other.href}>
                {t(other.label)}
              </a>
            )}
          </span>
        </span>
      )}
    </li>
  );
}

/** A banner while there are sample data, with a button that removes them. */
function Sample({ sample: { data, isBusy, remove } }: { readonly sample: SampleActions }) {
  if (data === null || !data.isThere) return null;
  const ask = async () => {
    if (await isSure(data)) await remove();
  };
  return (
    <Banner>
      <Toolbar>
        <span>{t(msg("This server contains sample data."))}</span>
        <Button disabled={isBusy} onClick={ask}>
          {t(msg("Remove sample data"))}
        </Button>
      </Toolbar>
    </Banner>
  );
}

function isSure({ articles, locations, inventories, onTop }: SampleData): Promise<boolean> {
  const { counts, photos, printRequests, requests } = onTop;
  return confirm({
    title: t(msg("Remove sample data?")),
    text: `${t(
      msg(
        "Sample articles ({articles}), locations ({locations}) and stocktakes ({inventories}) will be deleted.",
      ),
      { articles, locations, inventories: inventories + onTop.inventories },
    )} ${t(
      msg(
        "What was created with them is deleted too: counts ({counts}), photos ({photos}), labels ({printRequests}), requests ({requests}). Your own data stay. This can't be undone.",
      ),
      { counts, photos, printRequests, requests },
    )}`,
    action: t(msg("Remove sample data")),
    isDangerous: true,
  });
}

/** A link with its text. */
interface Way {
  readonly label: Message;
  readonly href: string;
}

/** One of the first steps on a new server. */
interface Step extends Way {
  readonly how: Message;
  /** Another way to do it. */
  readonly other: Way | null;
  readonly isDone: boolean;
}

/** The first steps with their state; null while it is loading. */
function useSteps(): readonly Step[] | null {
  const articles = useLiveQuery(call("GET /api/articles/page", { limit: 1 }), { follows: ["articles"] });
  const stocktakes = useLiveQuery(call("GET /api/inventories", { includeClosed: true }), {
    follows: ["inventories"],
  });
  // A list from an earlier visit of the screen may be old, so a list counts as known after its first fresh
  // response.
  const isFresh = articles.state === "fresh" && stocktakes.state === "fresh";
  const wasFresh = useRef(false);
  if (isFresh) wasFresh.current = true;
  const { printers, devices } = eventData;
  if (!wasFresh.current || !articles.body || !stocktakes.body) return null;
  if (printers.value === null || devices.value === null) return null;
  return [
    { ...STEPS.articles, isDone: articles.body.items.length > 0 },
    { ...STEPS.printer, isDone: printers.value.length > 0 },
    { ...STEPS.terminal, isDone: devices.value.length > 0 },
    { ...STEPS.stocktake, isDone: stocktakes.body.length > 0 },
  ];
}

const STEPS = {
  articles: {
    label: msg("Import your articles"),
    how: msg("From a CSV or Excel file."),
    href: "#/exchange",
    other: { label: msg("Add one by hand"), href: "#/articles/new" },
  },
  printer: {
    label: msg("Add a printer"),
    how: msg("Its address in this network is enough."),
    href: "#/printers/new",
    other: { label: msg("See labels"), href: "#/printers/labels" },
  },
  terminal: {
    label: msg("Pair a terminal", "step"),
    how: msg("It scans a code from this screen."),
    href: "#/people/pair",
    other: { label: msg("Count in this browser"), href: "/" },
  },
  stocktake: {
    label: msg("Start a stocktake"),
    how: msg("Choose locations; terminals see it at once."),
    href: "#/stocktakes/new",
    other: null,
  },
} as const;

/** The server's sample data, with actions. */
interface SampleActions {
  /** Null: not known yet. */
  readonly data: SampleData | null;
  readonly isBusy: boolean;
  /** Adds the sample data; false: it failed, and the error was shown. */
  readonly add: () => Promise<boolean>;
  /** Removes the sample data; shows the blockers. */
  readonly remove: () => Promise<boolean>;
}

function useSampleData(): SampleActions {
  const query = useLiveQuery(call("GET /api/sample"), { follows: ["articles", "locations", "inventories"] });
  const { run, isBusy } = useMutation({ after: query.refetch });
  return {
    data: query.body,
    isBusy,
    add: () => run({ send: addSample, done: t(msg("Sample data loaded.")) }),
    remove: () => run({ send: call("DELETE /api/sample"), done: t(msg("Sample data removed.")) }),
  };
}

/** Waits for the end of the job. Throws NotDone where it has failed. */
async function addSample(): Promise<void> {
  const { state, error } = await runJob(call("POST /api/sample"), {}, () => {});
  if (state !== "done") throw new NotDone(error?.message ?? t(msg("Sample data were not loaded.")));
}
