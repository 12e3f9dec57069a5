import { signal } from "@preact/signals";
import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";
import { Dialog } from "../frame/dialog.tsx";
import { onOtherUser } from "./other-user.ts";

/** What is asked before something that can't be taken back. */
export interface Question {
  readonly title: string;
  /** What it will do, in numbers. */
  readonly text: string;
  /** The button that does it. */
  readonly deed: string;
  readonly isDangerous?: boolean;
}

const asked = signal<{ readonly question: Question; readonly answer: (isYes: boolean) => void } | null>(null);
onOtherUser(() => asked.peek()?.answer(false));

/** Asks once; true: do it. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.peek()?.answer(false);
    const answer = (isYes: boolean) => {
      asked.value = null;
      resolve(isYes);
    };
    asked.value = { question, answer };
  });
}

/** The place where questions are asked. */
export function Questions() {
  const { value } = asked;
  if (value === null) return null;
  const { question, answer } = value;
  return (
    <Dialog
      title={question.title}
      onClose={() => answer(false)}
      leave={t(TEXTS.no)}
      deeds={
        <button type="button" class={question.isDangerous ? "danger" : ""} onClick={() => answer(true)}>
          {question.deed}
        </button>
      }
    >
      <p>{question.text}</p>
    </Dialog>
  );
}

const TEXTS = { no: say("Leave it as it is", "Nechat, jak to je") };
