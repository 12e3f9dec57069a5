import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { useTapGuard } from "../ui/double-tap.ts";
import { type FoundArticle, useSearch } from "./use-search.ts";

/** An article to choose. */
export type ArticleChoice = Pick<FoundArticle, "oid" | "code" | "name"> & {
  readonly location?: string | null;
};

interface ArticlesProps {
  readonly articles: readonly ArticleChoice[];
  readonly onPick: (article: ArticleChoice) => void;
}

/** Articles to choose from. */
export function Articles({ articles, onPick }: ArticlesProps) {
  useTapGuard(
    articles.map(({ oid }) => oid),
    ".choices *",
  );
  return (
    <ul class="list choices">
      {articles.map((article) => (
        <li key={article.oid}>
          <button type="button" onClick={() => onPick(article)}>
            <span class="main">
              <b>{article.name}</b>
              <small>{[article.code, article.location].filter(Boolean).join(" · ")}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FoundArticlesProps {
  /** The typed name or code. */
  readonly text: string;
  /** The articles to choose from before the user types. */
  readonly likely?: readonly ArticleChoice[];
  readonly onPick: (article: ArticleChoice) => void;
}

/** The articles with the typed name or code. */
export function FoundArticles({ text, likely = [], onPick }: FoundArticlesProps) {
  const found = useSearch(text);
  const isSearch = text.trim() !== "";
  return (
    <>
      {isSearch && (
        <p class="muted" role="status">
          {found?.problem ?? (found?.rows.length === 0 ? t(msg("Nothing has this name or code.")) : "")}
        </p>
      )}
      {/* One list, which knows the rows that it shows no more. */}
      <Articles articles={isSearch ? (found?.rows ?? []) : likely} onPick={onPick} />
    </>
  );
}
