import { ask } from "../api/ask.ts";
import { changeTokens } from "../api/tokens.ts";

/** The secret to change. */
export type Kind = "pin" | "password";

interface Login {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

/** Changes the user's own PIN or password. The user stays logged in. Throws what `ask` throws. */
export async function changeOwn(kind: Kind, old: string, fresh: string): Promise<void> {
  const body = kind === "pin" ? { oldPin: old, pin: fresh } : { oldPassword: old, password: fresh };
  await changeTokens((token) => ask<Login>("/api/me/secrets", { method: "PUT", body, token }));
}
