import { useEffect } from "preact/hooks";
import { getRestoreConfirmation } from "../../api/console/users.ts";
import { requestAsUser, session } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { may } from "../../login/permissions.ts";
import { isExpectedFailure } from "../../login/site.ts";
import { go } from "../../router/router.ts";

/** Shows an Admin first of all what waits for confirmation since a restore: once after each login and load of the page. */
export function usePendingRestore(): void {
  const who = session.value?.user.id;
  useEffect(() => {
    if (who === undefined || !may("administer")) return;
    showPending().catch(reportError);
  }, [who]);
}

async function showPending(): Promise<void> {
  try {
    const { users, devices } = await requestAsUser(getRestoreConfirmation());
    if (users.length + devices.length > 0) go("/people/confirm", { replace: true });
  } catch (error) {
    // The overview names it as well, once the server answers.
    if (!isExpectedFailure(error)) throw error;
  }
}
