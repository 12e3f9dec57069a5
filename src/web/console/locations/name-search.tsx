interface SearchProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Where a place is sought by its name. */
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
