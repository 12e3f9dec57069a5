import { parseCustomValue } from "../../../../domain/custom-fields.ts";
import type { ArticleFilter } from "../../../../records/article-filters.ts";
import { t } from "../../../i18n/translate.ts";
import { TextField } from "../../../ui/field.tsx";
import { useTyped } from "../../../ui/use-typed.ts";
import { filterBy } from "./filter-by.ts";

interface BoundProps {
  readonly name: ArticleFilter;
  readonly label: string;
  readonly value: string | null;
}

/** A day as a filter. */
export function DayBound({ name, label, value }: BoundProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={value ?? ""}
      onValue={(text) => filterBy({ [name]: text === "" ? null : text }, true)}
    />
  );
}

/** A number as a filter. A text that is none is marked, and the list keeps its filter. */
export function NumberBound({ name, label, value }: BoundProps) {
  const { text, type } = useTyped(value ?? "", (next) => {
    if (problemOf(next) === undefined) filterBy({ [name]: next }, true);
  });
  return (
    <TextField
      label={label}
      inputMode="decimal"
      liveProblem={problemOf(text)}
      value={text}
      onValue={(typed) => type(typed.replace(",", "."))}
    />
  );
}

/** The error of a text; undefined: a number, or empty. */
function problemOf(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const parsed = parseCustomValue({ type: "number", choices: null }, text);
  return "error" in parsed ? t(parsed.error) : undefined;
}
