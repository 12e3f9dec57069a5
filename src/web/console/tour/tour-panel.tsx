import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { shownSections } from "../navigation/sections.ts";
import styles from "./tour.module.css";

interface TourStep {
  /** The section that is shown behind the text. */
  readonly section: string;
  readonly title: Message;
  readonly text: Message;
}

/** The steps whose sections this user may open. */
const stepsOfUser = (): readonly TourStep[] => {
  const names = shownSections().map(({ name }) => name);
  return STEPS.filter(({ section }) => names.includes(section));
};

/** The tour: what the main sections are for, each with its screen behind. It covers no control that a step speaks of. */
export function TourPanel({ onEnd }: { readonly onEnd: () => void }) {
  const [number, setNumber] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // The screen of a step takes the focus when it opens; a reader of the screen hears the step by `aria-live`.
    if (number === 0) heading.current?.focus();
  }, [number]);
  const steps = stepsOfUser();
  const step = steps[number];
  const section = step?.section;
  useLayoutEffect(() => {
    if (section !== undefined) go(`/${section}`);
  }, [section]);
  if (step === undefined) return null;
  const isLast = number === steps.length - 1;
  return (
    <aside class={styles["tour"]} aria-label={t(msg("Tour"))}>
      <div aria-live="polite">
        <p class="muted">{t(msg("Step {step} of {steps}"), { step: number + 1, steps: steps.length })}</p>
        <h2 ref={heading} tabIndex={-1}>
          {t(step.title)}
        </h2>
        <p>{t(step.text)}</p>
      </div>
      <IconButton icon="cross" label={t(msg("End the tour"))} class={styles["end"] ?? ""} onClick={onEnd} />
      <Toolbar>
        {number > 0 && <Button onClick={() => setNumber(number - 1)}>{t(msg("Back"))}</Button>}
        <Button kind="primary" onClick={() => (isLast ? onEnd() : setNumber(number + 1))}>
          {t(isLast ? msg("Done") : msg("Next"))}
        </Button>
      </Toolbar>
    </aside>
  );
}

const STEPS: readonly TourStep[] = [
  {
    section: "overview",
    title: msg("Start here"),
    text: msg(
      "The overview shows what needs attention, the open stocktakes, printers and terminals. It updates itself.",
    ),
  },
  {
    section: "articles",
    title: msg("Your articles"),
    text: msg(
      "Import a list or add articles one by one. Search by any words, filter, change many at once and undo it.",
    ),
  },
  {
    section: "stocktakes",
    title: msg("Count them"),
    text: msg(
      "Choose locations and start. Watch the counts arrive, decide on differences, close, and download the report.",
    ),
  },
  {
    section: "printers",
    title: msg("Label them"),
    text: msg("Add a printer by its address, choose a label, and print it from an article or a terminal."),
  },
  {
    section: "people",
    title: msg("Bring people and terminals"),
    text: msg(
      "Add users and pair their terminals. These count without a network too. The question mark beside your name opens the manual for each screen.",
    ),
  },
];
