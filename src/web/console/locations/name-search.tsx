interface SearchProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The search for a location by its name. */
export function NameSearch({ label, text, onText }: SearchProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      autocomplete="off"
      value={text}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}
