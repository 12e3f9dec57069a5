import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { onOtherUser } from "../api/other-user.ts";
import { Button, type ButtonKind } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** A button of the question. */
interface Choice<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly kind?: ButtonKind;
}

interface ChoiceQuestion<Name extends string> {
  readonly title: string;
  readonly text: string;
  /** Shown below the text. */
  readonly details?: ComponentChildren;
  readonly choices: readonly Choice<Name>[];
  /** The label of the button that cancels. Default: "Cancel". */
  readonly cancel?: string;
}

/** A confirmation before an action that can't be undone. */
export interface Question {
  readonly title: string;
  /** The effects of the action, in numbers. */
  readonly text: string;
  /** The label of the button that confirms. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

const pending = signal<{
  readonly question: ChoiceQuestion<string>;
  readonly answer: (name: string | null) => void;
} | null>(null);
onOtherUser(() => pending.peek()?.answer(null));

/** Asks a question. Resolves to the name of the pressed button; null: cancelled, also by leaving the screen. */
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

/** Asks for a confirmation. Resolves to true if it is confirmed. */
export async function confirm({ title, text, action, isDangerous = false }: Question): Promise<boolean> {
  const choices = [{ name: "do", label: action, kind: isDangerous ? "danger" : "primary" }] as const;
  return (await choose({ title, text, choices })) !== null;
}

/** Renders the pending question. */
export function Questions() {
  const { value } = pending;
  if (value === null) return null;
  const { question, answer } = value;
  return (
    <Dialog
      // Each question is a new dialog: the previous one may have just been cancelled.
      key={question}
      title={question.title}
      onClose={() => answer(null)}
      {...(question.cancel !== undefined && { leave: question.cancel })}
      actions={question.choices.map(({ name, label, kind = "primary" }) => (
        <Button key={name} kind={kind} onClick={() => answer(name)}>
          {label}
        </Button>
      ))}
    >
      <p>{question.text}</p>
      {question.details}
    </Dialog>
  );
}
