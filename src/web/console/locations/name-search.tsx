import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

interface SearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The search for a location by its name or code. */
export function NameSearch({ text, onText }: SearchProps) {
  const label = t(msg("Search by name or code"));
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
