import { session } from "../api/tokens.ts";

let last = "";
session.subscribe((now) => {
  if (now !== null) last = now.user.userName;
});

/** The user name of whoever was logged in until the login ended, to fill it in again; empty: nobody, or they logged out. */
export const lastUserName = (): string => last;

/** Forgets the user name, for who logs out. */
export function forgetLastUser(): void {
  last = "";
}
