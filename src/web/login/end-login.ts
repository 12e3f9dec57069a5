import { logout } from "../api/login.ts";
import { requestAsUser } from "../api/tokens.ts";
import { isExpectedFailure } from "./site.ts";

/** Timeout. Without a response the user is still logged out on this device, and the tokens expire. */
const LOGOUT_MS = 4000;

/** Revokes the tokens of the login. Does not throw where the server does not respond. */
export async function endLoginAtServer(): Promise<void> {
  try {
    await requestAsUser(logout(), { timeoutMs: LOGOUT_MS });
  } catch (error) {
    if (!isExpectedFailure(error)) throw error;
  }
}
