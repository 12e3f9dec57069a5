import type { Filter, ListQuery } from "../list-query.ts";
import type { Choice } from "./selected.ts";

/** Selected articles as the server takes them: by their ids, or by the filters of the list. */
export type Selection =
  | { readonly ids: readonly number[] }
  | { readonly filter: Readonly<Record<string, string | number | boolean>> };

/** The selection in the body of a bulk operation. */
export function selectionOf(
  { isAll, picked }: Pick<Choice, "isAll" | "picked">,
  { filters }: ListQuery,
): Selection {
  if (!isAll) return { ids: picked };
  const set = Object.entries(filters).flatMap(([name, text]) =>
    text === null ? [] : [[name, typedValue(name as Filter, text)]],
  );
  return { filter: Object.fromEntries(set) };
}

function typedValue(name: Filter, text: string): string | number | boolean {
  if (name === "q") return text;
  return name === "noPlace" || name === "isDisposal" ? text === "true" : Number(text);
}
