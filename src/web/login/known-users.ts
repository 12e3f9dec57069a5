import { signal } from "@preact/signals";
import { fold } from "../../domain/text-folding.ts";
import { searchWords } from "../../domain/word-search.ts";
import { askAsTerminal } from "../api/tokens.ts";
import { readValue, writeValue } from "../db/values.ts";
import type { Person } from "./log-in.ts";
import { isNoAnswer } from "./site.ts";

/** Who may log in here, as the server said last; null: it never did. */
export const people = signal<readonly Person[] | null>(null);
/** Ids of those who did, the last one first. */
export const recentUserIds = signal<readonly number[]>([]);

/** From so many people on, they are looked for by name. */
export const MANY = 12;

/** Shows whom this terminal knows, then whom the server knows. Without the server all stays as it was. */
export async function loadUsers(): Promise<void> {
  recentUserIds.value = (await readValue("lastPeople")) ?? [];
  people.value = (await readValue("people")) ?? people.value;
  try {
    const told = await askAsTerminal<Person[]>("/api/pda/users");
    await writeValue("people", told);
    people.value = told;
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
  }
}

/** Those whose names begin with each of the words; those who were here last come first, the others as the server orders them. */
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
