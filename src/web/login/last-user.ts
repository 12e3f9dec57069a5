import { session } from "../api/tokens.ts";

let last = "";
session.subscribe((now) => {
  if (now !== null) last = now.user.userName;
});

/** The user name of the last login, to fill in the form; empty: none, or logged out. */
export const lastUserName = (): string => last;

/** Forgets the user name on log-out. */
export function forgetLastUser(): void {
  last = "";
}
