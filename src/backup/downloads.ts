import { randomBytes } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { may } from "../access/roles.ts";
import { findUser } from "../access/users.ts";
import type { Box } from "../box.ts";
import { NotFound } from "../errors.ts";
import type { StreamBody } from "../http/answer.ts";
import { say } from "../words.ts";

const LIVES_MS = 60_000;
const MOST = 20;
const BYTES = 32;

/** How a download is that a browser makes by a link. */
export const Download = z
  .object({
    id: z.int(),
    state: z
      .enum(["waiting", "sending", "whole", "broken"])
      .describe("broken: what the browser has of it is no backup"),
    bytes: z.int().nullable().describe("of the whole file; null: not begun yet"),
    sentBytes: z.int(),
  })
  .meta({ id: "BackupDownload" });
/** As answered. */
export type Download = z.output<typeof Download>;

/** The same with its link, which is told once. */
export const Offered = Download.extend({
  url: z.string().describe("works once, for a minute, without a token"),
  expiresAt: z.iso.datetime(),
}).meta({ id: "BackupLink" });
/** As answered. */
export type Offered = z.output<typeof Offered>;

/** One that is kept, with who may use its link and what is sent. */
interface Known extends Download {
  readonly userId: number;
  readonly madeAt: number;
  ticket: string | null;
  content: Readable | null;
}

/** Keeps the links of the box, and how what is sent by them goes on: in memory alone, so none outlives the process. */
export function makeDownloads({ clock, storage }: Box) {
  const known = new Map<number, Known>();
  let last = 0;

  /** An own one; throws NotFound. */
  function own(id: number, caller: Caller): Known {
    const found = known.get(id);
    if (found === undefined || found.userId !== caller.userId) throw new NotFound();
    return found;
  }

  /** Old ones go, but none that is being sent. */
  function forgetOld(): void {
    for (const [id, { state }] of known) {
      if (known.size < MOST) return;
      if (state !== "sending") known.delete(id);
    }
  }

  return {
    /** Makes a link for this caller. */
    offer({ userId }: Caller): Offered {
      forgetOld();
      const ticket = randomBytes(BYTES).toString("base64url");
      const id = ++last;
      const madeAt = clock.now();
      const one: Known = {
        ...{ id, userId, madeAt, ticket, content: null },
        ...{ state: "waiting", bytes: null, sentBytes: 0 },
      };
      known.set(id, one);
      const expiresAt = new Date(madeAt + LIVES_MS).toISOString();
      return { ...shown(one), url: `/api/backup/file?ticket=${ticket}`, expiresAt };
    },

    /** Uses a link up, if it holds and whoever it was made for may still have a backup. Throws NotFound. */
    take(ticket: string): Known {
      const found = [...known.values()].find((one) => one.ticket === ticket);
      if (found === undefined) throw gone();
      found.ticket = null;
      // Until it is being sent.
      found.state = "broken";
      const age = clock.now() - found.madeAt;
      const user = findUser(storage.db, found.userId);
      const isOwners = user?.isActive && user.tokensSince * 1000 <= found.madeAt && may(user, "box");
      if (age < 0 || age >= LIVES_MS || !isOwners) throw gone();
      return found;
    },

    /** How it is. Throws NotFound. */
    stateOf: (id: number, caller: Caller): Download => shown(own(id, caller)),

    /** Breaks it off; its link is worth nothing any more. Throws NotFound. */
    stop(id: number, caller: Caller): void {
      const one = own(id, caller);
      one.ticket = null;
      if (one.state === "waiting") one.state = "broken";
      one.content?.destroy();
    },
  };
}

/** A backup as it goes out, followed in what is known of its download. */
export function followed(one: Known, body: StreamBody): StreamBody {
  return {
    ...body,
    open() {
      const content = counted(one, body.open());
      Object.assign(one, { state: "sending", bytes: body.size, content });
      return content;
    },
    ended(isWhole) {
      Object.assign(one, { state: isWhole ? "whole" : "broken", content: null });
      body.ended(isWhole);
    },
  };
}

function counted(one: Known, content: Readable): Readable {
  const counter = new Transform({
    transform(piece: Buffer, _, done) {
      one.sentBytes += piece.length;
      done(null, piece);
    },
  });
  // A failure of the archive ends the counter, and with it the answer.
  pipeline(content, counter).catch((error: unknown) =>
    counter.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return counter;
}

const shown = ({ id, state, bytes, sentBytes }: Known): Download => ({ id, state, bytes, sentBytes });

const gone = () =>
  new NotFound(
    say(
      "This link has been used or has ended. Ask for a new one in the console.",
      "Tento odkaz už byl použit nebo skončil. Vyžádejte si v kanceláři nový.",
    ),
  );
