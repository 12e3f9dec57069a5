import { msg } from "../../../domain/message.ts";
import { call, withTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CustomField } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { choose } from "../../ui/confirm.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { requestTagged } from "../forms/tagged.ts";
import { runJob } from "../jobs/run-job.ts";

/**
 * Deletes a field after a question with the number of articles that have a value: they stay, or are removed too. True: it is
 * deleted.
 */
export async function deleteField({ oid, name }: Pick<CustomField, "oid" | "name">): Promise<boolean> {
  try {
    const { tag } = await requestTagged(call("GET /api/customfields/{id}", { id: oid }));
    const { articles } = await requestAsUser(call("GET /api/customfields/{id}/uses", { id: oid }));
    const wanted = await choose({
      title: t(msg("Delete {name}?"), { name }),
      text: t(
        msg(
          "{count, plural, =0 {No article has a value.} one {# article has a value. It stays with the article until somebody removes it.} other {# articles have a value. The values stay with the articles until somebody removes them.}}",
        ),
        { count: articles },
      ),
      choices:
        articles === 0
          ? [{ name: "delete", label: t(msg("Delete")), kind: "danger" }]
          : [
              { name: "remove", label: t(msg("Delete with the values")), kind: "danger" },
              { name: "delete", label: t(msg("Delete and keep the values")), kind: "primary" },
            ],
    });
    if (wanted === null) return false;
    await requestAsUser(withTag(call("DELETE /api/customfields/{id}", { id: oid, force: true }), tag));
    showSuccess(t(msg("{name} deleted."), { name }));
    if (wanted === "remove") await removeValues(oid, articles);
    return true;
  } catch (error) {
    showError(problemText(error));
    return false;
  }
}

/** Removes the values of a field: a bulk edit among the jobs, which can be undone. */
async function removeValues(oid: number, expectedCount: number): Promise<void> {
  const body = { filter: { fieldId: oid }, expectedCount, changes: { fields: { [oid]: null } } };
  const job = await runJob(call("PUT /api/articles/bulk-edit", { body }), {}, () =>
    showSuccess(t(msg("The values are being removed. You can undo it for 7 days: System, Jobs."))),
  );
  if (job.state !== "done") showError(t(msg("The values were not removed. See System, Jobs.")));
}
