import { msg } from "../../../domain/message.ts";
import { getProgress } from "../../api/inventories.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Job } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";

/** Shows the number of items that a job has prepared, and the other stocktakes that expect some of them. */
export async function showPrepared(oid: number, job: Job): Promise<void> {
  if ((job.kind !== "prepare" && job.kind !== "choose") || job.state !== "done") return;
  try {
    const { total } = await requestAsUser(getProgress({ id: oid }));
    showSuccess(t(msg("Prepared: {n, plural, one {# item} other {# items}} expected."), { n: total }));
  } catch (error) {
    showError(problemText(error));
  }
  for (const { name, items } of job.result ?? [])
    showSuccess(
      t(
        msg(
          "{n, plural, one {# item is} other {# items are}} also part of {name}. The one closed first marks its changes in the other.",
        ),
        { n: items, name },
      ),
    );
}
