import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { ArticleSearchField, type FoundArticle } from "../../articles/find-article.tsx";

/** An article whose values a label is shown with. */
export type Sample = FoundArticle;

interface SampleProps {
  /** Null: the server's own sample. */
  readonly article: Sample | null;
  readonly onArticle: (article: Sample | null) => void;
}

/** Chooses by search the article that the label is shown with. */
export function SampleArticle({ article, onArticle }: SampleProps) {
  return (
    <div class="sample">
      <p>
        {t(TEXTS.shownWith)}{" "}
        <b>{article === null ? t(TEXTS.sample) : `${article.code ?? ""} ${article.name}`}</b>{" "}
        {article !== null && (
          <button type="button" class="second small" onClick={() => onArticle(null)}>
            {t(TEXTS.backToSample)}
          </button>
        )}
      </p>
      <ArticleSearchField words={t(TEXTS.search)} onArticle={onArticle} />
    </div>
  );
}

const TEXTS = {
  shownWith: msg("Preview:"),
  sample: msg("sample data"),
  backToSample: msg("Use sample data"),
  search: msg("Preview with an article"),
};
