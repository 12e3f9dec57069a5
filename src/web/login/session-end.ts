import { effect, signal, untracked } from "@preact/signals";
import { type Message, msg } from "../../domain/message.ts";
import { askAsUser, device, session, setSession } from "../api/tokens.ts";
import { reportError } from "../errors/report-error.ts";
import { forgetRecords } from "../offline/sync/owner.ts";
import { endLoginAtServer } from "./end-login.ts";
import { unlock } from "./lock-screen.ts";
import { isNoAnswer } from "./site.ts";

/** Why nobody is logged in here any more; null: nothing to be told. */
export const loginEnded = signal<Message | null>(null);

/** Somebody goes of their own will. */
export async function logOutHere(): Promise<void> {
  isMeant = true;
  const isOwnPhone = session.value?.via === "self";
  await endLoginAtServer();
  isMeant = true;
  await setSession(null);
  if (isOwnPhone) await forgetRecords();
  await unlock();
}

let isMeant = false;
let was = session.value;

/** Watches for logins that the server has ended, to say so at the door; a terminal that was revoked logs everybody out. */
export function startSessionEnd(): void {
  effect(() => {
    const now = session.value;
    if (now !== null) loginEnded.value = null;
    else if (was !== null && !isMeant) loginEnded.value = ENDED;
    was = now;
    isMeant = false;
  });
  effect(() => {
    if (device.value?.isRevoked) untracked(lookAtSession).catch(reportError);
  });
}

/** A revoked device ends the logins on it; where only the account of its holder rests, they go on. */
async function lookAtSession(): Promise<void> {
  if (session.value?.via !== "device") return;
  try {
    await askAsUser("/api/me");
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
  }
}

const ENDED = msg(
  "Your login has expired, or your PIN, password or account was changed. All counts are kept. Log in again.",
);
