import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { Button } from "../../../../ui/button.tsx";
import { ArticleSearchField, type FoundArticle } from "../../../articles/find-article.tsx";

interface SampleProps {
  /** Null: sample data of the server. */
  readonly article: FoundArticle | null;
  readonly onArticle: (article: FoundArticle | null) => void;
}

/** Selects the article of the preview. */
export function SampleArticle({ article, onArticle }: SampleProps) {
  return (
    <div class="sample">
      <p>
        {t(msg("Preview:"))}{" "}
        <b>{article === null ? t(msg("sample data")) : `${article.code ?? ""} ${article.name}`}</b>{" "}
        {article !== null && (
          <Button class="small" onClick={() => onArticle(null)}>
            {t(msg("Use sample data"))}
          </Button>
        )}
      </p>
      <ArticleSearchField label={t(msg("Preview with an article"))} onArticle={onArticle} />
    </div>
  );
}
