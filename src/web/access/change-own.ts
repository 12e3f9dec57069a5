import { askAsUser, bearerOf, NotLoggedIn, session, setSession } from "../box/tokens.ts";

export type Kind = "pin" | "password";

interface Login {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

/** Changes the PIN or the password of who is logged in, who stays it. Throws what `ask` throws. */
export async function changeOwn(kind: Kind, old: string, fresh: string): Promise<void> {
  const body = kind === "pin" ? { oldPin: old, pin: fresh } : { oldPassword: old, password: fresh };
  const before = session.value;
  const given = await askAsUser<Login>("/api/me/secrets", { method: "PUT", body });
  // All tokens of before have ended with the old secret: another tab may have noticed that sooner than this one has its new ones.
  const now = session.value ?? before;
  if (now === null || now.user.id !== before?.user.id) throw new NotLoggedIn();
  await setSession({ ...now, ...bearerOf(given) });
}
