interface SearchProps {
  readonly words: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Where a place is sought by its name. */
export function NameSearch({ words, text, onText }: SearchProps) {
  return (
    <input
      type="search"
      aria-label={words}
      placeholder={words}
      autocomplete="off"
      value={text}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}
