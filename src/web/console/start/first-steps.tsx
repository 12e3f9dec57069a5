import { useEffect, useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { Icon } from "../../app/icon.tsx";
import { t } from "../../app/words.ts";
import { surface } from "../../box/surface.ts";
import { keepValue, keptValue } from "../../kept/values.ts";
import { Sample } from "./sample.tsx";
import { type Step, useSteps } from "./steps.ts";
import "./first-steps.css";

/** What a new box still needs; it fills itself, and goes when all is done or somebody puts it away. */
export function FirstSteps() {
  const steps = useSteps();
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
              <StepLine key={step.href} step={step} />
            ))}
          </ol>
        </section>
      )}
      <Sample isOffered={isOpen && !steps.some(({ isOfSample, isDone }) => isOfSample && isDone)} />
    </>
  );
}

function StepLine({ step }: { readonly step: Step }) {
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
            <a href={step.href}>{t(step.words)}</a>{" "}
            <span class="quiet">
              {t(step.how)} {step.trial !== null && <a href={step.trial.href}>{t(step.trial.words)}</a>}
            </span>
          </>
        )}
      </span>
    </li>
  );
}

const TEXTS = {
  title: say("First steps", "První kroky"),
  hide: say("Put away", "Skrýt"),
  done: say("done", "hotovo"),
};
