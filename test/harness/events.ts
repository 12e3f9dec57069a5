import { onTestFinished } from "vitest";

/** One server-sent event, its data parsed. */
export interface ServerEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of an event what it looks for
  readonly data: any;
}

/** An open event stream. */
export interface EventStream {
  readonly status: number;
  /** The next event (of this name) in order of arrival; null at the end of the stream. */
  next(name?: string): Promise<ServerEvent | null>;
  close(): void;
}

/** Opens the event stream at a URL; closed when the test ends. */
export async function openEventStream(url: string, token: string): Promise<EventStream> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream" },
    signal: leaving.signal,
  });
  const read = eventsOf(response);
  const close = () => leaving.abort();
  onTestFinished(close);
  return {
    status: response.status,
    async next(name) {
      for (;;) {
        const { value, done } = await read.next();
        if (done) return null;
        if (name === undefined || value.event === name) return value;
      }
    },
    close,
  };
}

async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  let rest = "";
  for await (const piece of (response.body ?? new Response("").body)?.pipeThrough(new TextDecoderStream()) ??
    []) {
    rest += piece;
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const lines = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const event = field("event");
      if (event !== undefined) yield { event, data: JSON.parse(field("data") ?? "null") };
    }
  }
}
