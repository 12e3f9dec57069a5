import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { type Step, useSteps } from "./steps.ts";
import { type SampleActions, useSampleData } from "./use-sample.ts";
import "./first-steps.css";
import type { SampleData } from "../../api/types/endpoints.d.ts";
import { confirm } from "../../ui/confirm.tsx";

/** The checklist of a new server. It closes when everything is done, or when it is dismissed. */
export function FirstSteps() {
  const steps = useSteps();
  const sample = useSampleData();
  const [isHidden, setHidden] = useState<boolean | null>(null);
  useEffect(() => {
    readValue("firstStepsHidden")
      .then((known) => setHidden(known ?? false))
      .catch(reportError);
  }, []);
  const hide = () => {
    setHidden(true);
    writeValue("firstStepsHidden", true).catch(reportError);
  };
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
              <Button kind="secondary" onClick={hide}>
                {t(msg("Dismiss"))}
              </Button>
            </Toolbar>
          </div>
          <ol>
            {steps.map((step, index) => (
              <StepLine key={step.href} step={step} number={index + 1} />
            ))}
          </ol>
          {canAdd && (
            <Toolbar class="first-steps-sample">
              <Button kind="secondary" disabled={sample.isBusy} onClick={sample.add}>
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
        <Button kind="secondary" disabled={isBusy} onClick={ask}>
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
