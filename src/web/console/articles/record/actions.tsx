import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { ArticleDetail, Job } from "../../../api/types/endpoints.d.ts";
import { pieces } from "../../../articles/amounts.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { tagNow } from "../../forms/guarded-requests.ts";
import { type Change, useMutation } from "../../forms/mutation.tsx";
import { NotDone } from "../../forms/problem.ts";
import { leaveWithoutAsking } from "../../forms/unsaved-changes.ts";
import { undoNow } from "../../jobs/end-job.tsx";
import { runJob } from "../../jobs/run-job.ts";
import { tellElsewhere } from "../bulk/bulk-jobs.ts";

interface ActionsProps {
  readonly article: ArticleDetail;
  readonly tag: string | null;
  /** Null while the article is being edited. */
  readonly onEdit: (() => void) | null;
}

/** The actions of an article: Edit, and a menu with Delete. */
export function ArticleActions({ article, tag, onEdit }: ActionsProps) {
  const { run } = useMutation();
  return (
    <>
      {onEdit !== null && (
        <Button kind="primary" onClick={onEdit}>
          {t(msg("Edit"))}
        </Button>
      )}
      <Menu label={t(msg("More"))}>
        {(close) => (
          <Button
            kind="plain"
            onClick={() => {
              close();
              void run(deletion(article, tag));
            }}
          >
            {t(msg("Delete…"))}
          </Button>
        )}
      </Menu>
    </>
  );
}

/** Deletes an article after a question that names what is deleted with it. *Undo* brings it back. */
function deletion({ oid, name, code }: ArticleDetail, tag: string | null): Change<Job> {
  return {
    async question() {
      const [places, { unit }] = await Promise.all([
        requestAsUser(call("GET /api/articles/{id}/locations", { id: oid })),
        requestAsUser(call("GET /api/articles/{id}/fields", { id: oid })),
      ]);
      const total = places.reduce((sum, { quantity }) => sum + quantity, 0);
      const values = {
        name,
        code: code ?? "–",
        quantity: pieces(total, unit),
        places: t(msg("{n, plural, one {# location} other {# locations}}"), { n: places.length }),
      };
      const text = t(
        msg(
          "{name} ({code}) will be deleted, with {quantity} at {places}. Its code becomes free; its history is kept. For seven days the deletion can be undone.",
        ),
        values,
      );
      return { title: t(msg("Delete this article?")), text, action: t(msg("Delete")), isDangerous: true };
    },
    async send() {
      if ((await tagNow(call("GET /api/articles/{id}/full", { id: oid }))) !== tag)
        throw new NotDone(t(msg("Not deleted: the article has changed. Look at it again.")));
      const request = call("PUT /api/articles/bulk-delete", { body: { ids: [oid] } });
      const job = await runJob(request, {}, tellElsewhere);
      if (job.kind !== "bulkDelete" || job.state !== "done") throw new NotDone(t(msg("Not deleted.")));
      const [refused] = job.result.refusals;
      if (refused !== undefined) throw new NotDone(refused.reason);
      return job;
    },
    done: t(msg("{name} deleted"), { name }),
    undo: ({ id }) => ({
      send: () => undoNow(id),
      done: t(msg("{name} is back"), { name }),
      onDone: () => go(`/articles/${oid}`),
    }),
    onDone: () => leaveWithoutAsking("/articles"),
  };
}

/** A link to the table of articles. */
export function BackLink() {
  return <a href="#/articles">{t(msg("Articles"))}</a>;
}
