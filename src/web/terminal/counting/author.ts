import { session } from "../../api/tokens.ts";

/** Thrown where nobody is logged in, or what is meant is not kept here any more. */
export class CanNotSay extends Error {}

/** Who is logged in here. Throws CanNotSay. */
export function requireAuthor(): { readonly id: number; readonly fullName: string } {
  const user = session.value?.user;
  if (user === undefined) throw new CanNotSay("nobody is logged in");
  return user;
}
