import { connect } from "node:net";
import { chunkedReader } from "./chunked.ts";

/** One HTTP response. `body` is empty unless it was requested; `bytes` is its size on the wire without framing. */
export interface HttpResponse {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
  readonly bytes: number;
}

/** A keep-alive connection that carries one request at a time. */
export interface Connection {
  /** Sends the whole request (head and body); `keep` collects the body instead of only counting it. */
  send(request: Buffer, keep?: boolean): Promise<HttpResponse>;
  close(): void;
}

interface Pending {
  readonly keep: boolean;
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (reason: Error) => void;
}

const nothing = Buffer.alloc(0);
const receiveBytes = 256 * 1024;

/**
 * Opens a connection to the loopback port. It reuses one read buffer and parses only the necessary HTTP/1.1
 * (Content-Length and chunked), because the load shares the cores with the measured program.
 */
export async function open(port: number): Promise<Connection> {
  let pending: Pending | undefined;
  const reader = responseReader((response) => {
    const { resolve } = taken();
    resolve(response);
  });
  const socket = connect({
    host: "127.0.0.1",
    port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(receiveBytes),
      callback: (size, buffer) => {
        reader.feed(Buffer.from(buffer.buffer, buffer.byteOffset, size), pending?.keep === true);
        return true;
      },
    },
  });
  function taken(): Pending {
    if (pending === undefined) throw new Error("a response without a request");
    const current = pending;
    pending = undefined;
    return current;
  }
  const opened = Promise.withResolvers<void>();
  socket.once("connect", () => opened.resolve());
  socket.on("error", (error) => {
    opened.reject(error);
    if (pending !== undefined) taken().reject(error);
  });
  socket.on("close", () => {
    if (pending !== undefined) taken().reject(new Error("the connection closed before its response"));
  });
  await opened.promise;
  return {
    send: (request, keep = false) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("the connection is closed"));
        pending = { keep, resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Sends one request on a connection of its own and returns the whole response. */
export async function ask(port: number, bytes: Buffer): Promise<HttpResponse> {
  const connection = await open(port);
  try {
    return await connection.send(bytes, true);
  } finally {
    connection.close();
  }
}

/** Reads received bytes split anywhere and passes on each complete response. */
export function responseReader(done: (response: HttpResponse) => void): {
  feed(bytes: Buffer, keep: boolean): void;
} {
  let carry = nothing;
  let head = "";
  let status = 0;
  let left = 0;
  let bytes = 0;
  let parts: Buffer[] = [];
  let chunked: ReturnType<typeof chunkedReader> | undefined;

  function finish(): void {
    const response = { status, head, body: parts.length === 0 ? nothing : Buffer.concat(parts), bytes };
    head = "";
    parts = [];
    chunked = undefined;
    done(response);
  }

  function takeBody(received: Buffer, keep: boolean): void {
    if (chunked !== undefined) {
      const ended = chunked.feed(received, (part) => {
        bytes += part.length;
        if (keep) parts.push(Buffer.from(part));
      });
      if (ended) finish();
      return;
    }
    bytes += received.length;
    left -= received.length;
    if (keep) parts.push(Buffer.from(received));
    if (left === 0) finish();
  }

  return {
    feed(received, keep) {
      if (head !== "") return takeBody(received, keep);
      const all = carry.length === 0 ? received : Buffer.concat([carry, received]);
      const end = all.indexOf("\r\n\r\n");
      if (end < 0) {
        carry = Buffer.from(all);
        return;
      }
      carry = nothing;
      bytes = 0;
      head = all.toString("latin1", 0, end);
      status = Number(head.slice(9, 12));
      left = status === 304 || status === 204 ? 0 : Number(headerOf(head, "content-length") ?? 0);
      if (headerOf(head, "transfer-encoding") === "chunked") chunked = chunkedReader();
      if (chunked === undefined && left === 0) return finish();
      if (all.length > end + 4) takeBody(all.subarray(end + 4), keep);
    },
  };
}

const patterns = new Map<string, RegExp>();

/** The value of a header in a response's head, by its lower-case name. */
export function headerOf(head: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`\\r\\n${name}: *([^\\r]*)`, "i");
    patterns.set(name, pattern);
  }
  return pattern.exec(head)?.[1];
}

/** A whole request as bytes. `headers` are lines without their ends. */
export function request(
  method: string,
  path: string,
  token: string,
  headers: readonly string[] = [],
  body: Buffer = nothing,
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token}`,
    ...headers,
  ];
  if (body.length > 0) lines.push(`Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/** The same with a JSON body. */
export function jsonRequest(method: string, path: string, token: string, body: unknown): Buffer {
  const headers = ["Content-Type: application/json"];
  return request(method, path, token, headers, Buffer.from(JSON.stringify(body)));
}
