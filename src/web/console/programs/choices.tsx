import type { ComponentChildren } from "preact";
import type { Message } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import styles from "./programs.module.css";

interface ChoicesProps<Choice extends string> {
  readonly label: string;
  readonly texts: Readonly<Record<Choice, Message>>;
  readonly choices: readonly Choice[];
  /** In the order of `choices`. */
  readonly value: readonly Choice[];
  readonly onValue: (value: readonly Choice[]) => void;
  /** The server's error. */
  readonly problem?: string | undefined;
  /** Everything is chosen, and can't be changed. */
  readonly isAll?: boolean;
  /** Shown above the choices, in a row of its own. */
  readonly children?: ComponentChildren;
}

/** Checkboxes of what a program may do, or is told, each with its name in the API. */
export function Choices<Choice extends string>({
  label,
  texts,
  choices,
  value,
  onValue,
  problem,
  isAll = false,
  children,
}: ChoicesProps<Choice>) {
  const toggle = (choice: Choice, isChosen: boolean) =>
    onValue(choices.filter((one) => (one === choice ? isChosen : value.includes(one))));
  return (
    <fieldset class={styles["choices"]}>
      <legend>{label}</legend>
      {children}
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          checked={isAll || value.includes(choice)}
          disabled={isAll}
          onChange={({ currentTarget }) => toggle(choice, currentTarget.checked)}
        >
          {t(texts[choice])} <code>{choice}</code>
        </Checkbox>
      ))}
      {problem !== undefined && <p class="error-text">{problem}</p>}
    </fieldset>
  );
}
