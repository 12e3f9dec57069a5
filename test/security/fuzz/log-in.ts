import type { Client } from "../../harness/client.ts";
import type { TestServer } from "../../harness/server.ts";

/** A client that has logged in by password just now. */
export async function logInWithPassword(
  server: TestServer,
  userName: string,
  password: string,
): Promise<Client> {
  const { status, body, text } = await server.anonymous.post("/api/pwa-auth/login-password", {
    userName,
    password,
  });
  if (status !== 200) throw new Error(text);
  return server.withToken(body.accessToken);
}
