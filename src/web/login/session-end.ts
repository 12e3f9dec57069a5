import { effect, signal, untracked } from "@preact/signals";
import { type Message, msg } from "../../domain/message.ts";
import { call } from "../api/call.ts";
import { connection } from "../api/connection.ts";
import { device, requestAsUser, session, setSession, waitsForAdmin } from "../api/tokens.ts";
import { nullIfExpected } from "../errors/error-queue.ts";
import { reportError } from "../errors/report-error.ts";
import { forgetRecords } from "../offline/sync/owner.ts";
import { unlock } from "./lock-screen.ts";
import { endLoginAtServer } from "./log-in.ts";

/** Why the login ended; null: nothing to show. */
export const loginEnded = signal<Message | null>(null);

/** Logs the user out. */
export async function logOutHere(): Promise<void> {
  isLogOut = true;
  const isOwnPhone = session.value?.via === "self";
  await endLoginAtServer();
  isLogOut = true;
  await setSession(null);
  if (isOwnPhone) await forgetRecords();
  await unlock();
}

let isLogOut = false;
let previous = session.value;

/** Watches for logins that the server has ended. Revoking a terminal ends all logins on it, as a restore does. */
export function startSessionEnd(): void {
  effect(() => {
    const now = session.value;
    if (now !== null) loginEnded.value = null;
    else if (previous !== null && !isLogOut)
      loginEnded.value = msg(
        "Your login has expired, or your PIN, password or account was changed. All counts are kept. Log in again.",
      );
    previous = now;
    isLogOut = false;
  });
  effect(() => {
    // Without it, a screen that asks nothing as the user would stay. Again after each loss of the connection.
    const isRejected = device.value?.isRevoked === true || waitsForAdmin.value;
    if (isRejected && connection.value === "there") untracked(checkSession).catch(reportError);
  });
  effect(() => {
    // A locked login has no token to check it with. Its lock screen would cover the pairing and the unsent entries.
    const login = session.value;
    if (device.value?.isRevoked && login?.via === "device" && !login.accessToken)
      untracked(() => setSession(null)).catch(reportError);
  });
}

/** A revoked device ends the logins on it. If only its owner's account is inactive, they continue. A restore ends all. */
async function checkSession(): Promise<void> {
  if (session.value?.via !== "device") return;
  await requestAsUser(call("GET /api/me")).catch(nullIfExpected);
}
