import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { RefillRule } from "../../api/types/endpoints.d.ts";
import { pieces } from "../../articles/article-facts.tsx";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { requestTagged } from "../forms/tagged.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { RuleDialog, type RuleSubject } from "./rule-dialog.tsx";

/** Rules of one response. */
const MAX_LISTED = 500;

/** The minimum stock of an article, or of the articles at a location. */
export function MinimumCard(of: RuleSubject) {
  const query = useLiveQuery(call("GET /api/refill-rules", of), {
    follows: ["refill", "articles", "locations"],
  });
  const [open, setOpen] = useState<RefillRule | "new" | null>(null);
  const isArticle = "articleId" in of;
  const done = () => {
    setOpen(null);
    query.refetch();
  };
  const remove = async ({ oid, minimum, target }: RefillRule) => {
    try {
      const { body, tag } = await requestTagged(call("GET /api/refill-rules/{id}", { id: oid }));
      // Where others have changed it since it was shown, the server says so.
      const isShown = body.minimum === minimum && body.target === target;
      await requestAsUser(withTag(call("DELETE /api/refill-rules/{id}", { id: oid }), isShown ? tag : null));
      showSuccess(t(msg("Minimum stock removed")));
    } catch (error) {
      showError(problemText(error));
    }
    query.refetch();
  };
  return (
    <Card title={t(msg("Minimum stock"))}>
      {query.body?.length === MAX_LISTED && (
        <p>{t(msg("The first {n} are shown. Import and export has all."), { n: MAX_LISTED })}</p>
      )}
      <QueryBoundary
        query={query}
        empty={msg("No minimum stock. With one, the refill list shows when too few pieces are left.")}
      >
        {(rules) => (
          <ul class="location-list">
            {rules.map((rule) => (
              <li key={rule.oid}>
                <span class="main">
                  <b>{isArticle ? placeName(rule) : <ArticleLink rule={rule} />}</b>{" "}
                  <span class="muted">{limitsText(rule)}</span>
                </span>
                {may("manage") && (
                  <>
                    <Button kind="secondary" onClick={() => setOpen(rule)}>
                      {t(msg("Change…"))}
                      <span class="sr-only"> {isArticle ? placeName(rule) : rule.article.name}</span>
                    </Button>
                    <Button kind="secondary" onClick={() => remove(rule)}>
                      {t(msg("Remove"))}
                      <span class="sr-only"> {isArticle ? placeName(rule) : rule.article.name}</span>
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {may("manage") && (
        <Button kind="secondary" onClick={() => setOpen("new")}>
          {t(msg("Add minimum stock"))}
        </Button>
      )}
      {open !== null && (
        <RuleDialog of={of} rule={open === "new" ? null : open} onClose={() => setOpen(null)} onDone={done} />
      )}
    </Card>
  );
}

const ArticleLink = ({ rule }: { readonly rule: RefillRule }) => (
  <a href={`#/articles/${rule.articleId}`}>{rule.article.name}</a>
);

/** Where a rule counts. */
export const placeName = ({ location }: Pick<RefillRule, "location">) =>
  location?.name ?? t(msg("Everywhere"));

function limitsText({ minimum, target }: RefillRule): string {
  const least = t(msg("at least {pieces}"), { pieces: pieces(minimum) });
  return target === null ? least : `${least}, ${t(msg("refill up to {pieces}"), { pieces: pieces(target) })}`;
}
