import { fetchSubmission, session } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import { nullIfExpected } from "../../errors/error-queue.ts";
import { changeCommand } from "./commands.ts";
import { sign } from "./entries.ts";

/** Signs the waiting commands of the user that are not signed: of an earlier version, or made before the PIN was checked. */
export async function signWaiting(): Promise<void> {
  // Otherwise they wait for their author.
  await signUnsigned().catch(nullIfExpected);
}

async function signUnsigned(): Promise<void> {
  const login = session.value;
  if (login?.via !== "device" || login.accessToken === undefined) return;
  const db = await localDb();
  const commands = await db.getAllFromIndex("errands", "state", "waiting");
  const unsigned = commands.filter((one) => one.userId === login.user.id && one.delivery === undefined);
  if (unsigned.length === 0) return;
  if (login.submission === undefined) await fetchSubmission(login);
  for (const command of unsigned) {
    const delivery = await sign(command);
    if (delivery !== undefined)
      await changeCommand(command.seq, (now) => (now.state === "waiting" ? { ...now, delivery } : null));
  }
}
