import type { JSX } from "preact";
import { MAX_NOTE_LENGTH } from "../../domain/text-limits.ts";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: "text" | "date" | "search";
  readonly inputMode?: "decimal";
  readonly maxLength?: number;
  readonly isWrong?: boolean;
}

/** One line that is typed. */
export function TextField({ label, value, onValue, type = "text", isWrong, ...given }: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        {...given}
        type={type}
        autocomplete="off"
        {...(type === "search" && { spellcheck: false })}
        {...(type === "date" && value === "" && { class: "is-empty" })}
        aria-invalid={isWrong}
        value={value}
        class={type === "date" && value === "" ? "is-empty" : ""}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}

/** A few lines. */
export function NoteField({ label, value, onValue }: Pick<TextFieldProps, "label" | "value" | "onValue">) {
  const take = (event: JSX.TargetedInputEvent<HTMLTextAreaElement>) => onValue(event.currentTarget.value);
  return (
    <label>
      {label}
      <textarea rows={3} maxLength={MAX_NOTE_LENGTH} value={value} onInput={take} />
    </label>
  );
}
