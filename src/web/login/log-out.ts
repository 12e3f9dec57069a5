import { writeValue } from "../db/values.ts";
import { forgetRecords } from "../offline/sync/owner.ts";
import { clearResponses } from "../query/stored-responses.ts";
import { go } from "../router/router.ts";
import { logOutHere } from "./session-end.ts";

/** Logs out of a personal device. Stored responses are deleted, unsent data stays. */
export async function logOut(): Promise<void> {
  await logOutHere();
  await Promise.all([
    forgetRecords(),
    clearResponses(),
    writeValue("people", null),
    writeValue("lastPeople", null),
  ]);
  go("/welcome", { replace: true });
}
