import { signal } from "@preact/signals";
import { fold } from "../../domain/text-folding.ts";
import { searchWords } from "../../domain/word-search.ts";
import { call } from "../api/call.ts";
import { requestAsTerminal } from "../api/tokens.ts";
import { readValue, writeValue } from "../db/values.ts";
import { nullIfExpected } from "../errors/error-queue.ts";
import type { Person } from "./log-in.ts";

/** The users who can log in here, from the last response; null: none yet. */
export const people = signal<readonly Person[] | null>(null);
/** Ids of the users who logged in here, the last one first. */
export const recentUserIds = signal<readonly number[]>([]);

/** From this number of users, a search field is shown. */
export const SEARCH_FROM = 12;

/** Loads the stored users, then those of the server. Without a response they stay unchanged. */
export async function loadUsers(): Promise<void> {
  recentUserIds.value = (await readValue("lastPeople")) ?? [];
  people.value = (await readValue("people")) ?? people.value;
  const response = await requestAsTerminal(call("GET /api/pda/users")).catch(nullIfExpected);
  if (response === null) return;
  await writeValue("people", response);
  people.value = response;
}

/** Filters users by the words of a query. Recent users come first, the others in the server's order. */
export function inOrder(all: readonly Person[], last: readonly number[], query: string): readonly Person[] {
  const words = searchWords(query);
  const rank = ({ id }: Person) => {
    const at = last.indexOf(id);
    return at < 0 ? last.length : at;
  };
  const matches = ({ fullName, userName }: Person) => {
    const names = fold(`${fullName} ${userName}`).split(/[\s.-]+/);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  };
  return all.filter(matches).sort((one, other) => rank(one) - rank(other));
}
