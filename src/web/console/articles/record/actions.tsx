import { msg } from "../../../../domain/message.ts";
import { call, withTag } from "../../../api/call.ts";
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
      {onEdit !== null && <Button onClick={onEdit}>{t(msg("Edit"))}</Button>}
      <Menu label={t(msg("More"))}>
        {(close) => (
          <Button
            kind="plain"
            onClick={() => {
              close();
              void remove(article, tag);
            }}
          >
            {t(msg("Delete…"))}
          </Button>
        )}
      </Menu>
    </>
  );
}

/** Deletes an article after a confirmation that names what is deleted with it. */
async function remove({ oid, name, code }: ArticleDetail, tag: string | null): Promise<void> {
  try {
    const places = await requestAsUser(call("GET /api/articles/{id}/locations", { id: oid }));
    const pieces = places.reduce((sum, { quantity }) => sum + quantity, 0);
    const values = {
      name,
      code: code ?? "–",
      places: t(msg("{n, plural, one {# location} other {# locations}}"), { n: places.length }),
    };
    const text = t(
      msg(
        "{name} ({code}) will be deleted, with {n, plural, one {# piece} other {# pieces}} at {places}. Its code becomes free; its history is kept. This can't be undone.",
      ),
      { ...values, n: pieces },
    );
    if (
      !(await confirm({
        title: t(msg("Delete this article?")),
        text,
        action: t(msg("Delete")),
        isDangerous: true,
      }))
    )
      return;
    await requestAsUser(withTag(call("DELETE /api/articles/{id}", { id: oid }), tag));
    showSuccess(t(msg("{name} deleted"), { name }));
    leaveWithoutAsking("/articles");
  } catch (error) {
    showError(problemText(error));
  }
}

/** A link to the table of articles. */
export function BackLink() {
  return <a href="#/articles">{t(msg("Articles"))}</a>;
}
