/** A response, with the body parsed where it is JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: the parts of a response that tests read are checked by the description
  readonly body: any;
}

type Check = (method: string, url: string, status: number, contentType: string, body: unknown) => void;
export type ExtraHeaders = Readonly<Record<string, string>>;

/** A client of the server as one user. Every response is checked against the API description. */
export class Client {
  readonly #base: string | (() => string);
  readonly #token: string | null | (() => Promise<string>);
  readonly #check: Check;

  /** `base` and `token` may be functions where they are not known before the first request. */
  constructor(base: string | (() => string), token: string | null | (() => Promise<string>), check: Check) {
    this.#base = base;
    this.#token = token;
    this.#check = check;
  }

  get(path: string, headers: ExtraHeaders = {}): Promise<ApiResponse> {
    return this.send("GET", path, undefined, headers);
  }
  post(path: string, body?: unknown, headers: ExtraHeaders = {}): Promise<ApiResponse> {
    return this.send("POST", path, body, headers);
  }
  put(path: string, body?: unknown, headers: ExtraHeaders = {}): Promise<ApiResponse> {
    return this.send("PUT", path, body, headers);
  }
  delete(path: string, headers: ExtraHeaders = {}): Promise<ApiResponse> {
    return this.send("DELETE", path, undefined, headers);
  }

  /** Sends text, bytes and forms unchanged, and anything else as JSON. */
  async send(method: string, path: string, body: unknown, headers: ExtraHeaders = {}): Promise<ApiResponse> {
    const raw = typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;
    const token = typeof this.#token === "function" ? await this.#token() : this.#token;
    const base = typeof this.#base === "function" ? this.#base() : this.#base;
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !raw && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && {
        body: raw ? (body as NonNullable<RequestInit["body"]>) : JSON.stringify(body),
      }),
      redirect: "manual",
    });
    const contentType = response.headers.get("content-type") ?? "";
    // A stream has no end: test/harness/events.ts reads it.
    const isStream = contentType.startsWith("text/event-stream");
    if (isStream) await response.body?.cancel();
    const bytes = isStream ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const parsed: unknown = /json\b/.test(contentType) && text !== "" ? JSON.parse(text) : null;
    this.#check(method, path, response.status, contentType, parsed);
    return { status: response.status, headers: response.headers, text, bytes, body: parsed };
  }
}

/** The status of a refusal, and the fields that its errors name. */
export const refusal = ({ status, body }: ApiResponse): (number | string)[] => [
  status,
  ...(body.errors ?? []).map(({ path }: { path: string }) => path),
];
