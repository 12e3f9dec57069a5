/** One server-sent event. */
export interface SentEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events (HTML Living Standard, 9.2.6, as far as the server uses them) until the stream ends. `onData` is
 * called for every piece, comments included. Throws the errors of the stream.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onData: () => void,
  onEvent: (event: SentEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onData();
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = eventOf(block);
      if (event !== null) onEvent(event);
    }
  }
}

/** Parses a block of lines. Null: a comment, or the delay of reconnecting. */
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
