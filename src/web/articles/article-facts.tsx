import { msg } from "../../domain/message.ts";
import { ARTICLE } from "../../records/article.ts";
import { labelsOf, type TerminalNames, terminalFieldsOf } from "../../records/record.ts";
import { day, t } from "../i18n/translate.ts";
import { Facts } from "../ui/surfaces.tsx";
import { money } from "./amounts.ts";
import type { KnownArticle } from "./known-article.ts";

interface FactsProps {
  readonly article: KnownArticle;
  /** Returns the name of a user. */
  readonly nameOf: (userId: number) => string;
  /** A person has it: that it is assigned to nobody would deny that. */
  readonly isHandedOut: boolean;
}

/** The properties of an article, as a list. */
export function ArticleFacts({ article, nameOf, isHandedOut }: FactsProps) {
  const { code, serialNumber, rfId, price, userId, responsibleUserId, disposalDT } = article;
  return (
    <Facts
      class="facts pairs"
      facts={[
        [t(FIELD_NAMES.code), code ?? t(msg("No code yet"))],
        [t(FIELD_NAMES.stateId), article.state.name],
        [t(FIELD_NAMES.categoryId), article.category.name],
        [t(FIELD_NAMES.typeId), article.type.name],
        [t(FIELD_NAMES.userId), userId === null ? (isHandedOut ? null : t(msg("Nobody"))) : nameOf(userId)],
        [
          t(FIELD_NAMES.responsibleUserId),
          responsibleUserId === null ? t(msg("Nobody")) : nameOf(responsibleUserId),
        ],
        [t(FIELD_NAMES.serialNumber), serialNumber ?? "–"],
        [t(FIELD_NAMES.rfId), rfId ?? "–"],
        [t(FIELD_NAMES.price), price === undefined ? "–" : money(price)],
        [t(FIELD_NAMES.disposalDT), disposalDT ? day(disposalDT) : null],
      ]}
    />
  );
}

/** Names of the fields of an article, in forms and in its history. */
export const FIELD_NAMES = labelsOf(ARTICLE);

/** The names and texts of the fields that terminals store beside the list shape. */
export function terminalFacts(article: { readonly [N in TerminalNames<typeof ARTICLE>]?: string | null }) {
  return terminalFieldsOf(ARTICLE).map(([name, field]) => {
    const text = article[name] ?? null;
    return [t(FIELD_NAMES[name]), text && field.kind === "day" ? day(text) : text] as const;
  });
}
