import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../access/caller.ts";
import { may } from "../access/roles.ts";
import type { SayEvent } from "../http/answer.ts";
import type { Log } from "../log.ts";
import type { Storage } from "../storage/storage.ts";
import { TOPICS, type Topic } from "./topics.ts";

/** However many terminals count: no topic is told more often. */
const TELL_EVERY_MS = 500;

interface Listener {
  readonly caller: Caller;
  readonly say: SayEvent;
  /** What it was told last, by topic. */
  readonly told: Map<Topic, string>;
}

/** Those of one tenant who listen; its topics are read once for all of them. */
interface Room {
  readonly listeners: Set<Listener>;
  /** A topic as it was at a version of its tables. */
  readonly states: Map<Topic, { readonly version: number; readonly state: string }>;
  isTelling: boolean;
  isAsked: boolean;
}

/** Tells who listens what has changed. */
export interface Hub {
  /** Tells the caller each topic as it is, then each that changes, until `left` is aborted. */
  join(caller: Caller, say: SayEvent, left: AbortSignal): void;
}

/** The hub of a box; it costs nothing while nobody listens. */
export function makeHub(storage: Storage, log: Log): Hub {
  const rooms = new Map<number, Room>();
  storage.onCommit((tables) => {
    if (rooms.size === 0) return;
    if (!TOPICS.some((topic) => topic.tables.some((table) => tables.has(table)))) return;
    for (const [tenantId, room] of rooms) tell(tenantId, room);
  });

  function tell(tenantId: number, room: Room): void {
    room.isAsked = true;
    if (room.isTelling) return;
    room.isTelling = true;
    tellAll(tenantId, room).catch((error: unknown) => log.error({ err: error }, "events were not told"));
  }

  async function tellAll(tenantId: number, room: Room): Promise<void> {
    try {
      while (room.isAsked && room.listeners.size > 0) {
        room.isAsked = false;
        for (const topic of TOPICS) await tellTopic(tenantId, room, topic);
        await sleep(TELL_EVERY_MS, null, { ref: false });
      }
    } finally {
      room.isTelling = false;
    }
  }

  async function tellTopic(tenantId: number, room: Room, topic: Topic): Promise<void> {
    const wanting = [...room.listeners].filter(({ caller }) => may(caller, topic.may));
    if (wanting.length === 0) return;
    const version = storage.versions.of(tenantId, topic.tables);
    let known = room.states.get(topic);
    if (known?.version !== version) {
      known = { version, state: await topic.state(storage, tenantId) };
      room.states.set(topic, known);
    }
    for (const { say, told } of wanting) {
      if (told.get(topic) === known.state) continue;
      told.set(topic, known.state);
      say(topic.name, JSON.parse(known.state));
    }
  }

  return {
    join(caller, say, left) {
      const { tenantId } = caller;
      const room = rooms.get(tenantId) ?? {
        listeners: new Set(),
        states: new Map(),
        isTelling: false,
        isAsked: false,
      };
      rooms.set(tenantId, room);
      const listener: Listener = { caller, say, told: new Map() };
      room.listeners.add(listener);
      left.addEventListener(
        "abort",
        () => {
          room.listeners.delete(listener);
          if (room.listeners.size === 0 && rooms.get(tenantId) === room) rooms.delete(tenantId);
        },
        { once: true },
      );
      tell(tenantId, room);
    },
  };
}
