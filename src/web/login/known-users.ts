import { signal } from "@preact/signals";
import { fold } from "../../domain/text-folding.ts";
import { searchWords } from "../../domain/word-search.ts";
import { askAsTerminal } from "../api/tokens.ts";
import { keepValue, keptValue } from "../db/values.ts";
import type { Person } from "./log-in.ts";
import { isNoAnswer } from "./site.ts";

/** Who may log in here, as the box said last; null: it never did. */
export const people = signal<readonly Person[] | null>(null);
/** Ids of those who did, the last one first. */
export const lastPeople = signal<readonly number[]>([]);

/** From so many people on, they are looked for by name. */
export const MANY = 12;

/** Shows whom this terminal knows, then whom the box knows. Without the box all stays as it was. */
export async function findPeople(): Promise<void> {
  lastPeople.value = (await keptValue("lastPeople")) ?? [];
  people.value = (await keptValue("people")) ?? people.value;
  try {
    const told = await askAsTerminal<Person[]>("/api/pda/users");
    await keepValue("people", told);
    people.value = told;
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
  }
}

/** Those whose names begin with each of the words; those who were here last come first, the others as the box orders them. */
export function inOrder(
  all: readonly Person[],
  last: readonly number[],
  searched: string,
): readonly Person[] {
  const words = searchWords(searched);
  const rank = ({ id }: Person) => {
    const at = last.indexOf(id);
    return at < 0 ? last.length : at;
  };
  const fits = ({ fullName, userName }: Person) => {
    const names = fold(`${fullName} ${userName}`).split(/[\s.-]+/);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  };
  return all.filter(fits).sort((one, other) => rank(one) - rank(other));
}
