import { once } from "node:events";
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from "node:http";
import { text } from "node:stream/consumers";

/** The server that is called, and the token of an Admin. */
export interface Called {
  readonly url: string;
  readonly token: string;
}

/** A client with one connection, which carries one request at a time. It waits for a response as long as it takes. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #called: Called;

  constructor(called: Called) {
    this.#called = called;
  }

  /** Resolves when the whole response has arrived; its body is not kept. */
  async send(
    method: string,
    path: string,
    body?: object | Buffer,
    headers: OutgoingHttpHeaders = {},
  ): Promise<{ status: number; headers: IncomingHttpHeaders }> {
    const response = await this.#ask(method, path, body, headers);
    const ended = once(response, "end");
    response.resume();
    await ended;
    return { status: response.statusCode ?? 0, headers: response.headers };
  }

  /** The JSON of a successful response. Throws with any other. */
  async demand<T>(
    method: string,
    path: string,
    body?: object | Buffer,
    headers: OutgoingHttpHeaders = {},
  ): Promise<T> {
    const response = await this.#ask(method, path, body, headers);
    const received = await text(response);
    if ((response.statusCode ?? 0) >= 300)
      throw new Error(`${method} ${path}: ${response.statusCode} ${received}`);
    return (received === "" ? null : JSON.parse(received)) as T;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Sends bytes unchanged, and anything else as JSON. */
  #ask(
    method: string,
    path: string,
    body: object | Buffer | undefined,
    headers: OutgoingHttpHeaders,
  ): Promise<IncomingMessage> {
    const { url, token } = this.#called;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const type = body !== undefined && { "Content-Type": "application/json" };
    const all = { Authorization: `Bearer ${token}`, ...type, ...headers };
    const asked = request(url + path, { agent: this.#agent, method, headers: all }, resolve);
    asked.on("error", reject);
    asked.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    return promise;
  }
}

/** A form as the body of a request, with its content type. */
export async function encodeForm(form: FormData): Promise<{ body: Buffer; type: string }> {
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return { body: Buffer.from(await encoded.arrayBuffer()), type };
}

/** Milliseconds of some work. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
