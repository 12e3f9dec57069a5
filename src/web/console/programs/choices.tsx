import type { ComponentChildren } from "preact";
import type { Message } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import styles from "./programs.module.css";

interface ChoicesProps<Choice extends string> {
  readonly legend: string;
  readonly texts: Readonly<Record<Choice, Message>>;
  readonly choices: readonly Choice[];
  readonly chosen: ReadonlySet<Choice>;
  readonly onChoose: (chosen: ReadonlySet<Choice>) => void;
  /** Everything is chosen, and can't be changed. */
  readonly isAll?: boolean;
  /** Shown above the choices, in a row of its own. */
  readonly children?: ComponentChildren;
}

/** Checkboxes of what a program may do, or is told, each with its name in the API. */
export function Choices<Choice extends string>({
  legend,
  texts,
  choices,
  chosen,
  onChoose,
  isAll = false,
  children,
}: ChoicesProps<Choice>) {
  const toggle = (choice: Choice, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(choice);
    else next.delete(choice);
    onChoose(next);
  };
  return (
    <fieldset class={styles["choices"]}>
      <legend>{legend}</legend>
      {children}
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          checked={isAll || chosen.has(choice)}
          disabled={isAll}
          onChange={({ currentTarget }) => toggle(choice, currentTarget.checked)}
        >
          {t(texts[choice])} <code>{choice}</code>
        </Checkbox>
      ))}
    </fieldset>
  );
}
