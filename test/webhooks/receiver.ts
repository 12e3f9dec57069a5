import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";

/** A request that a receiver got. */
export interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}

/** Responds to the request with this number, counted from 0. */
export type Respond = (response: ServerResponse, index: number) => void;

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  respond: Respond;
  /** Resolves when so many requests have come. */
  waitFor(count: number): Promise<readonly Received[]>;
  close(): void;
}

export const ok: Respond = (response) => response.end("fine");
export const fails: Respond = (response) => response.writeHead(500).end("out of order");
/** Never responds. */
export const hangs: Respond = () => {};

/** Starts a receiver. */
export async function startReceiver(respond: Respond = ok): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", headers, url = "" } = request;
      received.push({ method, headers, body: Buffer.concat(chunks).toString(), path: url });
      response.on("error", () => {});
      receiver.respond(response, received.length - 1);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    ...{ port, url: `http://127.0.0.1:${port}/hook`, received, respond },
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Verifies a request by the library of the specification, and returns its body. Throws for a wrong signature. */
export function verified({ headers, body }: Received, secret: string) {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
}
