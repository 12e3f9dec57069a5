import type { Ref } from "preact";
import { MAX_NOTE_LENGTH } from "../../domain/text-limits.ts";
import { Field, type FieldProps } from "./field.tsx";

interface NoteFieldProps extends FieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
}

/** A few lines of text with label, hint and error. */
export function NoteField({ value, onValue, inputRef, ...field }: NoteFieldProps) {
  return (
    <Field {...field}>
      {(controlProps) => (
        <textarea
          {...controlProps}
          {...(inputRef && { ref: inputRef })}
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
