import { randomBytes } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { currentTokenPrincipal } from "../../../access/login/token-principal.ts";
import { NotFound, Unavailable } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { Principal } from "../../../domain/principal.ts";
import { may } from "../../../domain/roles.ts";
import type { StreamBody } from "../../../http/endpoint/response.ts";
import { doneBy } from "../../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../../security-log/security-log.ts";
import type { OpenBackupStream } from "./backup-streams.ts";

const LIVES_MS = 60_000;
const MOST = 20;
const BYTES = 32;

/** How a download is that a browser makes by a link. */
export const Download = z
  .object({
    id: z.int(),
    state: z
      .enum(["waiting", "refused", "sending", "whole", "broken"])
      .describe(
        "refused: two backups were being sent already, the link still holds; broken: what the browser has of it is no backup",
      ),
    bytes: z.int().nullable().describe("of the whole file; null: not begun yet"),
    sentBytes: z.int(),
  })
  .meta({ id: "BackupDownload" });
/** As answered. */
export type Download = z.output<typeof Download>;

/** The same with its link, which is told once. */
export const DownloadLink = Download.extend({
  url: z.string().describe("works once, for a minute, without a token"),
  expiresAt: z.iso.datetime(),
}).meta({ id: "BackupLink" });
/** As answered. */
export type DownloadLink = z.output<typeof DownloadLink>;

/** One that is kept, with the login that its link was made for, and what is sent. */
interface TrackedDownload extends Download {
  readonly login: Pick<Principal, "tenantId" | "userId" | "deviceTokenId" | "authTime">;
  /** Of the user when it was made: as long as it is the same, so is the login. */
  readonly tokensSince: number;
  readonly madeAt: number;
  /** Null: the link is worth nothing any more. */
  ticket: string | null;
  /** Of the encrypted file, as long as the link holds; null: it is not encrypted. */
  passphrase: string | null;
  /** Somebody follows the link just now. */
  isTaken: boolean;
  content: Readable | null;
}

/** Keeps the links of the box, and how what is sent by them goes on: in memory alone, so none outlives the process. */
export function makeDownloads(box: SecurityLogDependencies) {
  const { clock, storage } = box;
  const known = new Map<number, TrackedDownload>();
  let last = 0;

  /** An own one; throws NotFound. */
  function own(id: number, caller: Principal): TrackedDownload {
    const found = known.get(id);
    if (found === undefined || found.login.userId !== caller.userId) throw new NotFound();
    return found;
  }

  /** Old ones go, but none that somebody follows. */
  function forgetOld(): void {
    for (const [id, { isTaken }] of known) {
      if (known.size < MOST) return;
      if (!isTaken) known.delete(id);
    }
  }

  /** Whether a link still is what its owner's login gives. */
  function holds({ login, tokensSince, madeAt }: TrackedDownload): boolean {
    const now = clock.now();
    const user = currentTokenPrincipal(storage.db, login, now)?.user;
    if (user === undefined || user.tokensSince !== tokensSince || !may(user, "box")) return false;
    return now >= madeAt && now - madeAt < LIVES_MS;
  }

  function begun(one: TrackedDownload, { size }: StreamBody, address: string): void {
    one.state = "sending";
    box.log.info({ user: one.login.userId, bytes: size }, "a backup is sent by a link");
    box.securityLog.note({
      kind: "backupDownload",
      ...doneBy(one.login, address),
      details: { isEncrypted: one.passphrase !== null },
    });
  }

  /** The one of a link, for whoever follows it first. Throws NotFound. */
  function take(ticket: string): TrackedDownload {
    const found = [...known.values()].find((one) => one.ticket === ticket && !one.isTaken);
    if (found === undefined) throw gone();
    if (!holds(found)) {
      end(found);
      throw gone();
    }
    found.isTaken = true;
    found.state = "waiting";
    return found;
  }

  return {
    /**
     * Makes a link for this caller, to a file that is encrypted with the passphrase (null: it is not). Throws NotFound where
     * their login has just ended.
     */
    offer({ tenantId, userId, deviceTokenId, authTime }: Principal, passphrase: string | null): DownloadLink {
      forgetOld();
      const login = { tenantId, userId, deviceTokenId, authTime };
      const madeAt = clock.now();
      const holder = currentTokenPrincipal(storage.db, login, madeAt);
      if (holder === null) throw gone();
      const ticket = randomBytes(BYTES).toString("base64url");
      const id = ++last;
      const one: TrackedDownload = {
        ...{ id, login, tokensSince: holder.user.tokensSince, madeAt, ticket, isTaken: false, content: null },
        passphrase,
        ...{ state: "waiting", bytes: null, sentBytes: 0 },
      };
      known.set(id, one);
      // Nobody may come to use the link, and the passphrase stays no longer than it.
      if (passphrase !== null) setTimeout(end, LIVES_MS, one).unref();
      const expiresAt = new Date(madeAt + LIVES_MS).toISOString();
      return { ...shown(one), url: `/api/backup/file?ticket=${ticket}`, expiresAt };
    },

    /**
     * Begins what a link gives, if it holds and whoever it was made for may still have a backup. It is used up by the first
     * byte: who asked for the head alone, or was refused, may come again. Throws NotFound, and what `begin` throws.
     */
    async follow(ticket: string, address: string, begin: OpenBackupStream): Promise<StreamBody> {
      const one = take(ticket);
      try {
        const body = await begin(one.passphrase);
        if (one.ticket !== null) return followed(one, body, () => begun(one, body, address));
        // Called off meanwhile.
        body.ended(false);
        throw gone();
      } catch (error) {
        one.isTaken = false;
        if (one.ticket !== null && error instanceof Unavailable) one.state = "refused";
        throw error;
      }
    },

    /** How it is. Throws NotFound. */
    stateOf: (id: number, caller: Principal): Download => shown(own(id, caller)),

    /** Breaks it off; its link is worth nothing any more. Throws NotFound. */
    stop(id: number, caller: Principal): void {
      const one = own(id, caller);
      end(one);
      one.content?.destroy();
    },
  };
}

/** Its link is worth nothing any more. */
function end(one: TrackedDownload): void {
  one.ticket = null;
  one.passphrase = null;
  if (one.state === "waiting" || one.state === "refused") one.state = "broken";
}

/** A backup as it goes out, followed in what is known of its download. */
function followed(one: TrackedDownload, body: StreamBody, onFirst: () => void): StreamBody {
  return {
    ...body,
    open() {
      one.bytes = body.size;
      one.content = counted(one, body.open(), onFirst);
      return one.content;
    },
    ended(isWhole) {
      const isBegun = one.sentBytes > 0;
      Object.assign(one, { isTaken: false, content: null });
      if (isBegun) {
        Object.assign(one, { ticket: null, passphrase: null, state: isWhole ? "whole" : "broken" });
      }
      body.ended(isWhole);
    },
  };
}

function counted(one: TrackedDownload, content: Readable, onFirst: () => void): Readable {
  const counter = new Transform({
    transform(piece: Buffer, _, done) {
      if (one.sentBytes === 0) onFirst();
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

const shown = ({ id, state, bytes, sentBytes }: TrackedDownload): Download => ({
  id,
  state,
  bytes,
  sentBytes,
});

const gone = () =>
  new NotFound(
    msg(
      "This link was already used or has expired. Request a new one in the console.",
      "Tento odkaz už byl použit nebo vypršel. Vyžádejte si v konzoli nový.",
    ),
  );
