import { setTimeout as sleep } from "node:timers/promises";
import type { SayEvent } from "../http/answer.ts";
import type { Log } from "../log.ts";
import type { Json } from "../storage/json.ts";
import type { Storage } from "../storage/storage.ts";
import type { Sight } from "./item-store.ts";
import * as store from "./progress-store.ts";
import type { DetailedProgress, Progress } from "./shapes.ts";

/** However many terminals count, a screen is told no more often. */
const TELL_EVERY_MS = 1000;

/** The tables from which the progress is made. */
export const PROGRESS = [
  "inventory",
  "inventoryItem",
  "countOperation",
  "countingTerminal",
  "location",
  "user",
  "deviceToken",
] as const;

/** Whose progress, and how much of it. */
export interface ProgressWish {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly isDetailed: boolean;
  /** Whether details may compare with the expected quantities. */
  readonly sight: Sight;
}

/** How far a count is, read in the reader thread. */
export async function progressOf(
  { reader }: Pick<Storage, "reader">,
  { isDetailed, sight, ...inventory }: ProgressWish,
): Promise<Json<Progress | DetailedProgress>> {
  const { pieces } = await reader.rows((isDetailed ? store.detailed[sight] : store.plain).bound(inventory));
  return String(Buffer.concat(pieces));
}

interface Listener {
  readonly say: SayEvent;
  told: string | null;
}

/** Those who watch the same: it is read once for all of them. */
interface Room {
  readonly wish: ProgressWish;
  readonly listeners: Set<Listener>;
  version: number | null;
  text: string;
  isTelling: boolean;
  isAsked: boolean;
}

/** Tells those who watch a count how far it is. */
export interface ProgressWatch {
  /** Tells the progress as it is, then whenever it has changed, until `left` is aborted. */
  join(wish: ProgressWish, say: SayEvent, left: AbortSignal): void;
}

/** It costs nothing while nobody watches. */
export function watchProgress(storage: Storage, log: Log): ProgressWatch {
  const rooms = new Map<string, Room>();
  storage.onCommit((tables) => {
    if (rooms.size === 0 || !PROGRESS.some((table) => tables.has(table))) return;
    for (const room of rooms.values()) tell(room);
  });

  function tell(room: Room): void {
    room.isAsked = true;
    if (room.isTelling) return;
    room.isTelling = true;
    tellAll(room).catch((error: unknown) => log.error({ err: error }, "the progress was not told"));
  }

  async function tellAll(room: Room): Promise<void> {
    try {
      while (room.isAsked && room.listeners.size > 0) {
        room.isAsked = false;
        // Known before it is read: what is committed meanwhile is read again.
        const version = storage.versions.of(room.wish.tenantId, PROGRESS);
        if (version !== room.version) room.text = await progressOf(storage, room.wish);
        room.version = version;
        for (const listener of room.listeners) tellOne(listener, room.text);
        await sleep(TELL_EVERY_MS, null, { ref: false });
      }
    } finally {
      room.isTelling = false;
    }
  }

  function tellOne(listener: Listener, text: string): void {
    if (listener.told === text) return;
    listener.told = text;
    listener.say("progress", JSON.parse(text));
  }

  return {
    join(wish, say, left) {
      const key = `${wish.tenantId} ${wish.inventoryId} ${wish.isDetailed} ${wish.sight}`;
      const room = rooms.get(key) ?? {
        wish,
        listeners: new Set(),
        version: null,
        text: "",
        isTelling: false,
        isAsked: false,
      };
      rooms.set(key, room);
      const listener: Listener = { say, told: null };
      room.listeners.add(listener);
      // As it was known last; if that is old, what it is now follows in a moment.
      if (room.version !== null) tellOne(listener, room.text);
      const leave = () => {
        room.listeners.delete(listener);
        if (room.listeners.size === 0 && rooms.get(key) === room) rooms.delete(key);
      };
      left.addEventListener("abort", leave, { once: true });
      tell(room);
    },
  };
}
