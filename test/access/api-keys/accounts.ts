import type { Scope } from "../../../src/domain/scopes.ts";
import type { Client } from "../../harness/client.ts";
import type { TestServer } from "../../harness/server.ts";

/** A service account, its first key, and a client with that key. */
export interface Program {
  readonly oid: number;
  readonly key: string;
  readonly keyId: number;
  readonly client: Client;
}

/** Adds a service account with these scopes. */
export async function addProgram(
  server: TestServer,
  scopes: readonly Scope[],
  options: { readonly name?: string; readonly days?: number; readonly admin?: string } = {},
): Promise<Program> {
  const { name = "ERP", admin = "admin", ...rest } = options;
  const response = await (await server.as(admin)).post("/api/service-accounts", { name, scopes, ...rest });
  if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`);
  const { key, account } = response.body;
  return { oid: account.oid, key, keyId: account.keys[0].id, client: server.withToken(key) };
}
