import { session } from "../../api/tokens.ts";

/** Thrown when an operation can't be made: nobody is logged in, or its subject is not stored any more. */
export class CountError extends Error {}

/** The current user. Throws CountError. */
export function requireAuthor(): { readonly id: number; readonly fullName: string } {
  const user = session.value?.user;
  if (user === undefined) throw new CountError("nobody is logged in");
  return user;
}
