import { once } from "node:events";
import { request } from "node:http";
import { findUserByName } from "../../src/access/users/users.ts";
import type { TestServer } from "../harness/server.ts";

/** A response as it came over the wire, still compressed. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** A GET as this user, its body left as it was sent. */
export async function rawGetter(server: TestServer, userName: string) {
  const { storage, tokens } = server.appliance.dependencies;
  const user = findUserByName(storage.db, userName);
  if (user === null) throw new Error(`no user ${userName}`);
  const { accessToken } = await tokens.issue({ user, device: null, authTime: null });
  return async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawResponse> => {
    const sent = request(server.url + path, {
      headers: { Authorization: `Bearer ${accessToken}`, ...headers },
    });
    sent.end();
    const [response] = await once(sent, "response");
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece);
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(pieces) };
  };
}
