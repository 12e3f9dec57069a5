import { listUserNames } from "../../access/users/users.ts";
import { catalogueStateName } from "../../catalogue/article-states.ts";
import { type CatalogueName, listCatalogueNames } from "../../catalogue/catalogue.ts";
import { listCustomFields } from "../../custom-fields/custom-field.ts";
import { ROLES } from "../../domain/roles.ts";
import { fold } from "../../domain/text-folding.ts";
import { readSettings } from "../../settings/settings.ts";
import type { Db } from "../../storage/database/statement.ts";
import { personKey } from "./people.ts";
import type { Field } from "./values.ts";

/** Names of existing records that a row may refer to, by field. */
export type Choices = Readonly<Partial<Record<Field, readonly string[]>>>;

const MAX_CHOICES = 500;
const MAX_SUGGESTIONS = 5;
/** Names that are compared to find similar ones. */
const MAX_COMPARED = 5_000;

/** Reads the names of the tenant's categories, types, states and users, as a row may refer to them. */
export function readNames(db: Db, tenantId: number): Choices {
  const users = listUserNames(db, tenantId);
  const counts = new Map<string, number>();
  for (const { fullName } of users) counts.set(fold(fullName), (counts.get(fold(fullName)) ?? 0) + 1);
  // A full name that several users share is ambiguous, so the user name is offered.
  const people = users.map(({ fullName, userName }) =>
    fullName === "" || counts.get(fold(fullName)) !== 1 ? userName : fullName,
  );
  const { language } = readSettings(db).settings;
  const namesOf = (catalogue: CatalogueName) =>
    listCatalogueNames(db, catalogue, tenantId).map(({ name }) => name);
  return {
    category: namesOf("articleCategory"),
    type: namesOf("articleType"),
    state: listCatalogueNames(db, "articleState", tenantId).map(({ oid, name }) =>
      catalogueStateName(oid, name, language),
    ),
    user: people,
    responsibleUser: people,
    roles: ROLES,
    ...Object.fromEntries(
      listCustomFields(db, tenantId).flatMap(({ oid, choices }) =>
        choices === null ? [] : [[`field:${oid}`, choices]],
      ),
    ),
  };
}

/** The first MAX_CHOICES names of each field. */
export function firstChoices(names: Choices): Choices {
  return Object.fromEntries(
    Object.entries(names).map(([field, all = []]) => [field, all.slice(0, MAX_CHOICES)]),
  );
}

/** Returns a function that lists the existing names most similar to a text, best first. */
export function createSuggester(names: Choices): (field: Field | null, value: string) => readonly string[] {
  return (field, value) => {
    const all = field === null || field === "roles" ? [] : (names[field] ?? []);
    const isPerson = field === "user" || field === "responsibleUser";
    const scored = all.slice(0, MAX_COMPARED).map((name) => ({
      name,
      score: isPerson ? sharedWords(personKey(value), personKey(name)) : similarity(fold(value), fold(name)),
    }));
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ name }) => name);
  };
}

/** Sum of the best similarity of each word with the words of the name. */
function sharedWords(value: string, name: string): number {
  const words = name.split(" ");
  const shared = value
    .split(" ")
    .map((word) => Math.max(0, ...words.map((other) => similarity(word, other))));
  return shared.reduce((sum, one) => sum + one, 0);
}

/** Similarity from 0 to 1: 1 for equal texts, less if one contains the other or few letters differ. */
function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 3) return 0;
  if (long.includes(short)) return 0.5 + short.length / long.length / 4;
  const allowed = Math.floor(short.length / 4);
  return long.length - short.length <= allowed && levenshtein(a, b) <= allowed ? 0.6 : 0;
}

/** The Levenshtein distance of two texts. */
function levenshtein(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a].entries()) {
    const now = [row + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (before[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1);
      now.push(Math.min(replaced, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[b.length] ?? 0;
}
