import { msg } from "../../../../domain/message.ts";
import { listArticleLocations } from "../../../api/articles.ts";
import { withTag } from "../../../api/call.ts";
import { deleteArticle } from "../../../api/console/articles.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { ArticleDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { problemText } from "../../forms/problem.ts";
import { leaveWithoutAsking } from "../../forms/unsaved-changes.ts";

interface ActionsProps {
  readonly article: ArticleDetail;
  readonly tag: string | null;
  /** Null while the article is being edited. */
  readonly onEdit: (() => void) | null;
}

/** The actions of an article: Edit, and a menu with Delete. */
export function ArticleActions({ article, tag, onEdit }: ActionsProps) {
  return (
    <>
      {onEdit !== null && <Button onClick={onEdit}>{t(TEXTS.edit)}</Button>}
      <Menu label={t(TEXTS.more)}>
        {(close) => (
          <Button
            kind="plain"
            onClick={() => {
              close();
              void remove(article, tag);
            }}
          >
            {t(TEXTS.menuDelete)}
          </Button>
        )}
      </Menu>
    </>
  );
}

/** Deletes an article after a confirmation that names what is deleted with it. */
async function remove({ oid, name, code }: ArticleDetail, tag: string | null): Promise<void> {
  try {
    const places = await requestAsUser(listArticleLocations({ id: oid }));
    const pieces = places.reduce((sum, { quantity }) => sum + quantity, 0);
    const values = { name, code: code ?? "–", places: t(TEXTS.places, { n: places.length }) };
    const text = t(TEXTS.what, { ...values, n: pieces });
    if (!(await confirm({ title: t(TEXTS.title), text, action: t(TEXTS.remove), isDangerous: true }))) return;
    await requestAsUser(withTag(deleteArticle({ id: oid }), tag));
    showSuccess(t(TEXTS.done, { name }));
    leaveWithoutAsking("/articles");
  } catch (error) {
    showError(problemText(error));
  }
}

/** A link to the table of articles. */
export function BackLink() {
  return <a href="#/articles">{t(ARTICLES)}</a>;
}

const ARTICLES = msg("Articles");

const TEXTS = {
  edit: msg("Edit"),
  more: msg("More"),
  menuDelete: msg("Delete…"),
  remove: msg("Delete"),
  title: msg("Delete this article?"),
  what: msg(
    "{name} ({code}) will be deleted, with {n, plural, one {# piece} other {# pieces}} at {places}. Its code becomes free; its history is kept. This can't be undone.",
  ),
  places: msg("{n, plural, one {# location} other {# locations}}"),
  done: msg("{name} deleted"),
};
