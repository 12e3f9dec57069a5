/** One server-sent event. */
export interface SentEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events (HTML Living Standard, 9.2.6, as far as the server uses them) until the stream ends. `heard` is called
 * for every piece, comments too. Throws what the stream throws.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
  tell: (event: SentEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = eventOf(block);
      if (event !== null) tell(event);
    }
  }
}

/** Null: a comment, or the time after which to connect again. */
function eventOf(block: string): SentEvent | null {
  let name: string | null = null;
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field = "", value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
  return name === null ? null : { name, data: data.join("\n") };
}
