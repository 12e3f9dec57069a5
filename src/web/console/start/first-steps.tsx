import { useEffect, useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { Icon } from "../../app/icon.tsx";
import { go } from "../../app/router.ts";
import { t } from "../../app/words.ts";
import { surface } from "../../box/surface.ts";
import { keepValue, keptValue } from "../../kept/values.ts";
import { Sample } from "./sample.tsx";
import { type Step, useSteps } from "./steps.ts";
import { type SampleState, useSample } from "./use-sample.ts";
import "./first-steps.css";

/** What a new box still needs; it fills itself, and goes when all is done or somebody puts it away. */
export function FirstSteps() {
  const steps = useSteps();
  const sample = useSample();
  const [isHidden, setHidden] = useState<boolean | null>(null);
  useEffect(() => {
    keptValue("firstStepsHidden")
      .then((known) => setHidden(known ?? false))
      .catch(surface);
  }, []);
  const hide = () => {
    setHidden(true);
    keepValue("firstStepsHidden", true).catch(surface);
  };
  // The box mixes none with articles of one's own.
  const canAdd = steps?.[0]?.isDone === false && sample.data?.isThere === false;
  const isOpen = isHidden === false && steps !== null && steps.some(({ isDone }) => !isDone);
  return (
    <>
      {isOpen && (
        <section class="card first-steps" aria-labelledby="first-steps">
          <div class="screen-title">
            <h2 id="first-steps">{t(TEXTS.title)}</h2>
            <button type="button" class="second" onClick={hide}>
              {t(TEXTS.hide)}
            </button>
          </div>
          <ol>
            {steps.map((step) => (
              <StepLine key={step.href} step={step} sample={sample} canAdd={canAdd} />
            ))}
          </ol>
          {canAdd && <p class="quiet">{t(TEXTS.what)}</p>}
        </section>
      )}
      <Sample sample={sample} />
    </>
  );
}

interface LineProps {
  readonly step: Step;
  readonly sample: SampleState;
  /** There is nothing yet that sample data would get mixed up with. */
  readonly canAdd: boolean;
}

function StepLine({ step, ...trying }: LineProps) {
  return (
    <li class={step.isDone ? "is-done" : ""}>
      <Icon name={step.isDone ? "there" : "plus"} size={20} />
      <span>
        {step.isDone ? (
          <>
            {t(step.words)} <span class="quiet">{t(TEXTS.done)}</span>
          </>
        ) : (
          <>
            <a href={step.href}>{t(step.words)}</a> <span class="quiet">{t(step.how)}</span>
          </>
        )}{" "}
        <Trial step={step} {...trying} />
      </span>
    </li>
  );
}

/** The way to try a step: with the sample data, which come where there are none; else with what is there. */
function Trial({ step, sample, canAdd }: LineProps) {
  const { trial, sampleHref, isDone, isOfSample } = step;
  if (sample.data?.isThere && (!isDone || isOfSample)) return <a href={sampleHref}>{t(TEXTS.see)}</a>;
  if (isDone) return null;
  if (!canAdd) return trial === null ? null : <a href={trial.href}>{t(trial.words)}</a>;
  const begin = async () => {
    if (!(await sample.add())) return;
    if (sampleHref.charAt(0) === "#") go(sampleHref.slice(1));
    else location.assign(sampleHref);
  };
  return (
    <button type="button" class="second" disabled={sample.isBusy} onClick={begin}>
      {t(TEXTS.try)}
      <span class="unseen"> {t(step.words)}</span>
    </button>
  );
}

const TEXTS = {
  title: say("First steps", "První kroky"),
  hide: say("Dismiss", "Skrýt"),
  done: say("done", "hotovo"),
  try: say("Try it with sample data", "Vyzkoušet s ukázkovými daty"),
  see: say("Try it with the sample data", "Vyzkoušet na ukázkových datech"),
  what: say(
    "The sample: 40 articles at 12 places, a label and a stocktake. It can be removed without a trace.",
    "Ukázka: 40 artiklů na 12 místech, štítek a inventura. Dá se odstranit beze stopy.",
  ),
};
