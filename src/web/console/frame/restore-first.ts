import { useEffect } from "preact/hooks";
import type { RestoreConfirmation } from "../../../access/restored/shapes.ts";
import { isNoAnswer } from "../../access/site.ts";
import { may } from "../../app/may.ts";
import { go } from "../../app/router.ts";
import { surface } from "../../box/surface.ts";
import { askAsUser, session } from "../../box/tokens.ts";

/** Shows an Admin first of all what waits for confirmation since a restore: once after each login and load of the page. */
export function useRestoreFirst(): void {
  const who = session.value?.user.id;
  useEffect(() => {
    if (who === undefined || !may("administer")) return;
    showPending().catch(surface);
  }, [who]);
}

async function showPending(): Promise<void> {
  try {
    const { users, devices } = await askAsUser<RestoreConfirmation>("/api/restore-confirmation");
    if (users.length + devices.length > 0) go("/people/confirm", { replace: true });
  } catch (error) {
    // The overview names it as well, once the server answers.
    if (!isNoAnswer(error)) throw error;
  }
}
