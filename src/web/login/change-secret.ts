import { changeOwnSecrets } from "../api/login.ts";
import { sendRequest } from "../api/send-request.ts";
import { changeTokens } from "../api/tokens.ts";

/** The secret to change. */
export type Kind = "pin" | "password";

/** Changes the user's own PIN or password. The user stays logged in. Throws what `ask` throws. */
export async function changeOwn(kind: Kind, old: string, fresh: string): Promise<void> {
  const body = kind === "pin" ? { oldPin: old, pin: fresh } : { oldPassword: old, password: fresh };
  await changeTokens((token) => sendRequest(changeOwnSecrets({ body }), { token }));
}
