import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isCovered } from "../api/screen-cover.ts";
import { type ReaderFormat, readValue, writeValue } from "../db/values.ts";
import { reportError } from "../errors/report-error.ts";
import { layout, readings } from "./layouts.ts";
import { PLAIN_FORMAT, type ReadTag, tagsInCall, tagsInText } from "./reader-tags.ts";
import { handleTags, hasCover, tagReports, takeCaptured } from "./scans.ts";
import type { Captured } from "./wedge.ts";

/** How the RFID reader of this device writes tags; null: it has none. */
export const rfidReader = signal<ReaderFormat | null>(null);

/** Stores the format of the RFID reader; null: this device has none. */
export async function chooseReader(format: ReaderFormat | null): Promise<void> {
  await writeValue("rfidReader", format);
  rfidReader.value = format;
}

/** Handles the tags that a reader has reported at once. */
type TagHandler = (tags: readonly ReadTag[]) => void;

/** The handlers of the mounted screens, the uppermost last. */
let handlers: readonly TagHandler[] = [];

/** Passes tags to this screen while it is mounted and no later screen takes them. Other codes stay scans. */
export function useTags(handler: TagHandler): void {
  const latest = useRef(handler);
  latest.current = handler;
  useLayoutEffect(() => {
    const mine: TagHandler = (tags) => latest.current(tags);
    handlers = [...handlers, mine];
    handleTags(takeTyped);
    return () => {
      handlers = handlers.filter((other) => other !== mine);
      if (handlers.length === 0) handleTags(null);
    };
  }, []);
}

/** Whether something is shown above the screen that reads tags. */
const isHidden = () => isCovered.peek() || hasCover();

function takeTyped({ raw }: Captured): boolean {
  const format = rfidReader.value ?? PLAIN_FORMAT;
  const texts = [raw, ...(layout.value === null ? [] : readings(layout.value, raw, 1))];
  const found = texts.map((text) => tagsInText(text, format)).find((tags) => tags.length > 0);
  if (found === undefined) return false;
  tagReports.value += 1;
  // The report may come to a terminal that locks at its first touch.
  if (isHidden()) return false;
  handlers[handlers.length - 1]?.(found);
  return true;
}

/** What a call of `tallybox.readTags` returns. */
interface Taken {
  readonly accepted: number;
  readonly rejected: number;
}

/** Takes tags from a program around the page. Where no screen reads tags, each is a scan. */
function readTags(input: unknown): Taken {
  const { tags, rejected } = tagsInCall(input);
  if (tags.length > 0) tagReports.value += 1;
  // Under an overlay they are scans, which it reports as lost.
  const handler = isHidden() ? undefined : handlers[handlers.length - 1];
  if (handler !== undefined && tags.length > 0) handler(tags);
  else for (const { epc } of tags) takeCaptured(asScan(epc));
  return { accepted: tags.length, rejected };
}

function asScan(raw: string): Captured {
  const now = performance.now();
  return { raw, ending: "camera", startedAt: now, endedAt: now, longestGap: 0, isStray: false };
}

declare global {
  interface Window {
    /** For browsers that pass intents of the reader on (docs/use/rfid.md). */
    tallybox?: { readonly readTags: (tags: unknown) => Taken };
  }
}

/** Loads the format of the reader, and offers `tallybox.readTags`. */
function start(): void {
  window.tallybox = { readTags };
  readValue("rfidReader").then((format) => {
    rfidReader.value = format ?? null;
  }, reportError);
}

start();
