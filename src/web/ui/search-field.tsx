interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/**
 * A text field that filters the content below it. It has no error, so the terminal's first screen does without
 * `Field`.
 */
export function SearchField({ label, value, onValue }: SearchFieldProps) {
  return (
    <label>
      {label}
      <input
        type="search"
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}
