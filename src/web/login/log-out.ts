import { keepValue } from "../db/values.ts";
import { forgetRecords } from "../offline/sync/owner.ts";
import { forgetAnswers } from "../query/stored-responses.ts";
import { go } from "../router/router.ts";
import { endSession } from "./session-end.ts";

/** Leaves a phone of one's own: what the box told goes with its reader, what is not sent yet stays. */
export async function logOut(): Promise<void> {
  await endSession();
  await Promise.all([
    forgetRecords(),
    forgetAnswers(),
    keepValue("people", null),
    keepValue("lastPeople", null),
  ]);
  go("/welcome", { replace: true });
}
