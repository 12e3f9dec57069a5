import { connectFrom, type RawConnection } from "./attacker.ts";

/** The head of a GET with a token. */
export function getHead(path: string, token: string, headers: readonly string[] = []): string {
  const lines = [`GET ${path} HTTP/1.1`, "Host: server", `Authorization: Bearer ${token}`, ...headers];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** A client at an address of loopback that reads only the beginning of the response. */
export async function connectStalledReader(
  port: number,
  address: string,
  head: string,
): Promise<RawConnection> {
  const connection = await connectFrom(address, port);
  connection.socket.once("data", () => connection.socket.pause());
  connection.socket.write(head);
  return connection;
}
