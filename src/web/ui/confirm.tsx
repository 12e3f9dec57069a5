import { signal } from "@preact/signals";
import { onOtherUser } from "../api/other-user.ts";
import { Dialog } from "./dialog.tsx";

/** One of the buttons that answer a question. */
export interface Choice<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly look?: "main" | "second" | "danger";
}

interface ChoiceQuestion<Name extends string> {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly Choice<Name>[];
  /** The label of the button that changes nothing. Default: "Cancel". */
  readonly cancel?: string;
}

/** A confirmation before an action that can't be undone. */
export interface Question {
  readonly title: string;
  /** What it will do, in numbers. */
  readonly text: string;
  /** The button that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

const pending = signal<{
  readonly question: ChoiceQuestion<string>;
  readonly answer: (name: string | null) => void;
} | null>(null);
onOtherUser(() => pending.peek()?.answer(null));

/** Asks once; null: cancelled, also by leaving the screen. */
export function choose<Name extends string>(question: ChoiceQuestion<Name>): Promise<Name | null> {
  return new Promise((resolve) => {
    pending.peek()?.answer(null);
    const answer = (name: string | null) => {
      pending.value = null;
      resolve(name as Name | null);
    };
    pending.value = { question, answer };
  });
}

/** Asks once; true: do it. */
export async function confirm({ title, text, action, isDangerous = false }: Question): Promise<boolean> {
  const choices = [{ name: "do", label: action, look: isDangerous ? "danger" : "main" }] as const;
  return (await choose({ title, text, choices })) !== null;
}

/** Renders the pending question. */
export function Questions() {
  const { value } = pending;
  if (value === null) return null;
  const { question, answer } = value;
  return (
    <Dialog
      // Each question is a dialog of its own: the one before may have just been cancelled.
      key={question}
      title={question.title}
      onClose={() => answer(null)}
      {...(question.cancel !== undefined && { leave: question.cancel })}
      actions={question.choices.map(({ name, label, look = "main" }) => (
        <button key={name} type="button" class={look === "main" ? "" : look} onClick={() => answer(name)}>
          {label}
        </button>
      ))}
    >
      <p>{question.text}</p>
    </Dialog>
  );
}
