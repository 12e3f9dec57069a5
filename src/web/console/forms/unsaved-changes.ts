import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { beforeStep, go, path } from "../../router/router.ts";
import { choose } from "../../ui/confirm.tsx";

// Before a form with unsaved changes is left by a link, Back, a key or closing the tab, the user is asked once.
// The question is the console's own where it can be; where the page itself ends, the browser asks with its own text.

interface Risk {
  readonly texts: LeaveTexts | undefined;
  readonly save: (() => Promise<boolean>) | null;
}

/** The texts of the question. */
export interface LeaveTexts {
  readonly title: string;
  readonly text: string;
  /** The button that stays, and the one that leaves. */
  readonly keep: string;
  readonly leave: string;
}

interface LeaveOptions {
  /** Where something else than typed changes would be lost. */
  readonly texts?: LeaveTexts;
  /** Saves the form; true: nothing is unsaved any more. Without it the question offers no Save. */
  readonly save?: () => Promise<boolean>;
}

const risks = new Set<Risk>();
/** Which of the entries of the browser's history is shown; null: this browser does not tell. */
let entry = entryNow();

/** Asks once before the screen is left while `isAtRisk`. */
export function useUnsavedChangesGuard(isAtRisk: boolean, { texts, save }: LeaveOptions = {}): void {
  const latestTexts = useRef(texts);
  latestTexts.current = texts;
  const latestSave = useRef(save);
  latestSave.current = save;
  const canSave = save !== undefined;
  // Before the next event: what was saved just now must not be asked for.
  useLayoutEffect(() => {
    if (!isAtRisk) return undefined;
    const risk: Risk = {
      texts: latestTexts.current,
      save: canSave ? async () => (await latestSave.current?.()) ?? false : null,
    };
    risks.add(risk);
    entry = entryNow();
    return () => {
      risks.delete(risk);
    };
  }, [isAtRisk, canSave]);
}

/** Listens for what is typed into fields whose values stand in the form alone, as secrets do, and asks before they are left; for what is around the form, or for itself. */
export function useTypedChangesGuard(): Pick<JSX.HTMLAttributes<HTMLElement>, "onInput" | "onReset"> {
  const [isTyped, setTyped] = useState(false);
  useUnsavedChangesGuard(isTyped);
  return {
    onInput: ({ currentTarget }) =>
      setTyped(
        [...currentTarget.querySelectorAll("input")].some(({ type, value, checked }) =>
          type === "checkbox" ? checked : value !== "",
        ),
      ),
    onReset: () => setTyped(false),
  };
}

/** Navigates without a question, after the record of the changes was deleted. */
export function leaveWithoutAsking(to: string, options?: Parameters<typeof go>[1]): void {
  risks.clear();
  go(to, options);
}

beforeStep((to) => {
  const now = entryNow();
  if (risks.size === 0 || isSameScreen(to, path.peek())) {
    entry = now;
    return false;
  }
  const steps = entry === null || now === null ? 0 : now - entry;
  stay(steps);
  ask([...risks], () => (steps === 0 ? go(to) : history.go(steps))).catch(reportError);
  return true;
});

addEventListener("beforeunload", (event) => {
  if (risks.size > 0) event.preventDefault();
});

/** Puts the screen's own address back. */
function stay(steps: number): void {
  if (steps === 0) history.replaceState(null, "", `#${path.peek()}`);
  else history.go(-steps);
}

let isAsking = false;

async function ask(unsaved: readonly Risk[], leave: () => void): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  try {
    const { title, text, keep, leave: discard } = unsaved.find(({ texts }) => texts)?.texts ?? ofChanges();
    const canSave = unsaved.every(({ save }) => save !== null);
    const chosen = await choose({
      title,
      text,
      cancel: keep,
      choices: [
        { name: "discard", label: discard, look: "danger" },
        ...(canSave ? [{ name: "save", label: t(TEXTS.save) } as const] : []),
      ],
    });
    if (chosen === null) return;
    if (chosen === "save") for (const { save } of unsaved) if (!(await save?.())) return;
    risks.clear();
    leave();
  } finally {
    isAsking = false;
  }
}

const ofChanges = (): LeaveTexts => ({
  title: t(TEXTS.title),
  text: t(TEXTS.text),
  keep: t(TEXTS.keep),
  leave: t(TEXTS.discard),
});

const screenOf = (address: string) => address.split("?")[0];
const isSameScreen = (one: string, other: string) => screenOf(one) === screenOf(other);

/** What newer browsers tell of their history. */
interface WithNavigation {
  readonly navigation?: { readonly currentEntry: { readonly index: number } | null };
}

function entryNow(): number | null {
  return (window as WithNavigation).navigation?.currentEntry?.index ?? null;
}

const TEXTS = {
  title: msg("Unsaved changes"),
  text: msg("Your changes on this screen are not saved."),
  keep: msg("Keep editing"),
  discard: msg("Discard changes"),
  save: msg("Save"),
};
