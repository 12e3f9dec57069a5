import { type Expression, type RawBuilder, sql } from "kysely";
import { ArticleState } from "../domain/article-state.ts";
import { type Message, msg } from "../domain/message.ts";
import { nameKey } from "../domain/text-folding.ts";
import type { Locale } from "../i18n/locales.ts";
import { LOCALE_CODES } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";

const NAMES: Readonly<Record<number, Message>> = {
  [ArticleState.InUse]: msg("In use"),
  [ArticleState.InStock]: msg("In stock"),
  [ArticleState.Proposed]: msg("Proposed"),
  [ArticleState.Disposed]: msg("Disposed"),
};

/** The name of a global article state in each language; null: the state is not global. */
export function globalStateName(oid: number): Message | null {
  return NAMES[oid] ?? null;
}

/** The name of a state in a language: a global state's, else the tenant's own `name`. */
export function catalogueStateName(oid: number, name: string, locale: Locale): string {
  const global = globalStateName(oid);
  return global === null ? name : textIn(global, locale);
}

/** True if a global article state has this name in any language. Ignores letter case. */
export function isGlobalStateName(name: string, oid?: number): boolean {
  const key = nameKey(name);
  return Object.entries(NAMES).some(
    ([state, name]) =>
      (oid === undefined || Number(state) === oid) &&
      LOCALE_CODES.some((locale) => nameKey(textIn(name, locale)) === key),
  );
}

/** SQL for the name of the state `oid`: a translated name if the state is global, else `name`. `make` transforms the names. */
export function articleStateName(
  oid: Expression<unknown>,
  name: Expression<unknown>,
  language: Locale,
  make: (name: string) => string = (same) => same,
): RawBuilder<string> {
  const cases = Object.entries(NAMES).map(
    ([state, words]) => sql`WHEN ${sql.lit(Number(state))} THEN ${sql.lit(make(textIn(words, language)))}`,
  );
  return sql<string>`CASE ${oid} ${sql.join(cases, sql` `)} ELSE ${name} END`;
}
