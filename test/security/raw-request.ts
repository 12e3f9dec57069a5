import { connectFrom, type RawConnection } from "./attacker.ts";

/** A request whose body the test writes itself, or leaves incomplete. */
export interface RawRequest {
  readonly path: string;
  readonly token?: string | undefined;
  /** The `Content-Length`; without it the body is chunked. */
  readonly length?: number;
  readonly contentType?: string;
}

/** Sends the head of a POST from an address of loopback, and a part of its body. */
export async function beginPost(
  port: number,
  localAddress: string,
  { path, token, length, contentType = "application/json" }: RawRequest,
  body: string | Uint8Array = "",
): Promise<RawConnection> {
  const connection = await connectFrom(localAddress, port);
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: box",
    `Content-Type: ${contentType}`,
    length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  connection.socket.write(`${head.join("\r\n")}\r\n\r\n`);
  connection.socket.write(body);
  return connection;
}

/** The status of the first response; null: none has arrived. */
export function statusOf({ received }: RawConnection): number | null {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1];
  return status === undefined ? null : Number(status);
}
