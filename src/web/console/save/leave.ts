import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { beforeStep, go, path } from "../../app/router.ts";
import { t } from "../../app/words.ts";
import { surface } from "../../box/surface.ts";
import { confirm } from "../ask/confirm.tsx";

// Whoever has changed a form and goes elsewhere is asked once, whatever leads away: a link, the way back, a key, the tab's end.
// The question is the console's own where it can be; where the page itself ends, the browser asks in its own words.

interface Risk {
  readonly text: string;
}

const risks = new Set<Risk>();
/** Which of the entries of the browser's history is shown; null: this browser does not tell. */
let entry = entryNow();

/** Asks once before the screen is left while `isAtRisk`; `text`: what would be lost, if it is not what was typed. */
export function useLeave(isAtRisk: boolean, text?: string): void {
  const words = text ?? t(TEXTS.text);
  // Before the next event: what was saved just now must not be asked for.
  useLayoutEffect(() => {
    if (!isAtRisk) return undefined;
    const risk = { text: words };
    risks.add(risk);
    entry = entryNow();
    return () => {
      risks.delete(risk);
    };
  }, [isAtRisk, words]);
}

/** Listens for what is typed into fields whose values stand in the form alone, as secrets do, and asks before they are left; for what is around the form, or for itself. */
export function useLeaveTyped(): Pick<JSX.HTMLAttributes<HTMLElement>, "onInput" | "onReset"> {
  const [isTyped, setTyped] = useState(false);
  useLeave(isTyped);
  return {
    onInput: ({ currentTarget }) =>
      setTyped([...currentTarget.querySelectorAll("input")].some(({ value }) => value !== "")),
    onReset: () => setTyped(false),
  };
}

/** Goes to another screen and asks nobody: what was changed is gone together with its record. */
export function leaveFor(to: string, options?: Parameters<typeof go>[1]): void {
  risks.clear();
  go(to, options);
}

beforeStep((to) => {
  const [risk] = risks;
  const now = entryNow();
  if (risk === undefined || isSameScreen(to, path.peek())) {
    entry = now;
    return false;
  }
  const steps = entry === null || now === null ? 0 : now - entry;
  stay(steps);
  ask(risk, () => (steps === 0 ? go(to) : history.go(steps))).catch(surface);
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

async function ask({ text }: Risk, leave: () => void): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  try {
    if (!(await confirm({ title: t(TEXTS.title), text, deed: t(TEXTS.leave), isDangerous: true }))) return;
    risks.clear();
    leave();
  } finally {
    isAsking = false;
  }
}

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
  title: say("Leave this screen?", "Opustit tuto obrazovku?"),
  text: say(
    "What you have changed here is not saved. If you leave, it is lost.",
    "Vaše změny zde nejsou uložené. Pokud odejdete, ztratí se.",
  ),
  leave: say("Leave without saving", "Odejít bez uložení"),
};
