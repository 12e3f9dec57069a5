import { askAsUser } from "../api/tokens.ts";
import { isNoAnswer } from "./site.ts";

/** So long the server is waited for: who logs out without it is logged out here, and the tokens expire by themselves. */
const LOGOUT_MS = 4000;

/** Ends the tokens of the login, which somebody may have read from the device. Does not throw where the server does not answer. */
export async function endLoginAtServer(): Promise<void> {
  try {
    await askAsUser("/api/pwa-auth/logout", { method: "POST", timeoutMs: LOGOUT_MS });
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
  }
}
