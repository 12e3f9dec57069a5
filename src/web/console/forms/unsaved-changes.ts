import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { beforeStep, go, isScreenLeft, path, screenOf } from "../../router/router.ts";
import { choose } from "../../ui/confirm.tsx";

// Asks once before a form with unsaved changes is left by a link, Back, a key or closing the tab. The question
// is a dialog of
// the console, except when the tab is closed: then the browser asks with its own text.

interface Risk {
  readonly texts: LeaveTexts | undefined;
  readonly save: (() => Promise<boolean>) | null;
  readonly isDialog: boolean;
}

/** The texts of the question. */
interface LeaveTexts {
  readonly title: string;
  readonly text: string;
  /** The labels of the buttons that stay and leave. */
  readonly keep: string;
  readonly leave: string;
}

interface LeaveOptions {
  /** Default: unsaved changes. */
  readonly texts?: LeaveTexts;
  /** Saves the form; resolves to true if nothing is unsaved afterwards. Omitted: the dialog has no Save button. */
  readonly save?: () => Promise<boolean>;
  /** It is in a dialog, which Back on the same screen closes too. */
  readonly isDialog?: boolean;
}

const risks = new Set<Risk>();
/** The position in the browser's history; null: the browser does not support it. */
let entry = entryNow();

/** Asks once before the screen is left while `isAtRisk`. */
export function useUnsavedChangesGuard(
  isAtRisk: boolean,
  { texts, save, isDialog = false }: LeaveOptions = {},
): void {
  const latestTexts = useRef(texts);
  latestTexts.current = texts;
  const latestSave = useRef(save);
  latestSave.current = save;
  const canSave = save !== undefined;
  // A layout effect runs before the next event, so values that were just saved cause no question.
  useLayoutEffect(() => {
    if (!isAtRisk) return undefined;
    const risk: Risk = {
      texts: latestTexts.current,
      save: canSave ? async () => (await latestSave.current?.()) ?? false : null,
      isDialog,
    };
    risks.add(risk);
    entry = entryNow();
    return () => {
      risks.delete(risk);
    };
  }, [isAtRisk, canSave]);
}

/** Guards inputs that are not in state, such as secrets. Returns listeners for the form or an element around it. */
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

/** Navigates without a question, for example after a deletion. The forms of another screen are not left. */
export function leaveWithoutAsking(to: string, options?: Parameters<typeof go>[1]): void {
  if (isScreenLeft()) return;
  risks.clear();
  go(to, options);
}

beforeStep((to, cause) => {
  const now = entryNow();
  const isSame = isSameScreen(to, path.peek());
  const left = () => [...risks].filter(({ isDialog }) => isDialog || !isSame);
  // The screen's own address comes again when a step is taken back.
  if (left().length === 0 || (isSame && (cause === "program" || to === path.peek()))) {
    entry = now;
    return false;
  }
  const steps = entry === null || now === null ? 0 : now - entry;
  stay(steps);
  ask(left, () => {
    if (steps !== 0) history.go(steps);
    // As the user's step, which also closes a dialog of the same screen.
    else location.hash = to;
  }).catch(reportError);
  return true;
});

addEventListener("beforeunload", (event) => {
  if (risks.size > 0) event.preventDefault();
});

/** Restores the address of the screen. */
function stay(steps: number): void {
  if (steps === 0) history.replaceState(null, "", `#${path.peek()}`);
  else history.go(-steps);
}

let isAsking = false;

async function ask(left: () => readonly Risk[], leave: () => void): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const all = left();
  const edits = all.filter(({ texts }) => texts === undefined);
  // The step is taken again afterwards, and asks about what is still left then, with its own texts.
  const asked = edits.length > 0 ? edits : all;
  try {
    const { title, text, keep, leave: discard } = asked[0]?.texts ?? ofChanges();
    const canSave = asked.every(({ save }) => save !== null);
    const chosen = await choose({
      title,
      text,
      cancel: keep,
      choices: [
        { name: "discard", label: discard, kind: "danger" },
        ...(canSave ? [{ name: "save", label: t(msg("Save")) } as const] : []),
      ],
    });
    if (chosen === null) return;
    if (chosen === "save") for (const { save } of asked) if (!(await save?.())) return;
    for (const risk of asked) risks.delete(risk);
    leave();
  } finally {
    isAsking = false;
  }
}

/** Asks before a dialog with unsaved input is closed. Resolves to true if it may be. */
export async function askToDiscard(): Promise<boolean> {
  const { title, keep, leave } = ofChanges();
  const choices = [{ name: "discard", label: leave, kind: "danger" }] as const;
  return (
    (await choose({
      title,
      text: t(msg("What you have entered here is not saved.")),
      cancel: keep,
      choices,
    })) !== null
  );
}

const ofChanges = (): LeaveTexts => ({
  title: t(msg("Unsaved changes")),
  text: t(msg("Your changes on this screen are not saved.")),
  keep: t(msg("Keep editing")),
  leave: t(msg("Discard changes")),
});

const isSameScreen = (one: string, other: string) => screenOf(one) === screenOf(other);

/** The Navigation API, which newer browsers have. */
interface WithNavigation {
  readonly navigation?: { readonly currentEntry: { readonly index: number } | null };
}

function entryNow(): number | null {
  return (window as WithNavigation).navigation?.currentEntry?.index ?? null;
}
