import { randomBytes } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findActiveSession, findSessionOfToken } from "../../../access/sessions/sessions.ts";
import { currentTokenPrincipal } from "../../../access/tokens/token-principal.ts";
import type { User } from "../../../access/users/users.ts";
import { NotFound, Unavailable } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { Principal } from "../../../domain/principal.ts";
import { may } from "../../../domain/roles.ts";
import type { StreamResponse } from "../../../http/endpoint/response.ts";
import { asError } from "../../../platform/error-code.ts";
import { actorOf } from "../../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../../security-log/security-log.ts";
import type { OpenBackupStream } from "./backup-streams.ts";
import type { Download, DownloadLink } from "./routes.ts";

/** A link is valid for this long. */
const LINK_LIFETIME_MS = 60_000;
const MAX_DOWNLOADS = 20;
const TICKET_BYTES = 32;

/** The claims of the token that created a link. */
type Login = Pick<Principal, "tenantId" | "userId" | "deviceTokenId" | "authTime" | "session" | "tokenKey">;

/** A download with the login that created its link. */
interface TrackedDownload extends Download {
  readonly login: Login;
  /** Value of the user at the creation: a changed value means that the login has ended. */
  readonly tokensSince: number;
  /** The same of all sessions, for a login without one. */
  readonly sessionsEndedAt: number;
  readonly createdAt: number;
  /** Null: the link is no longer valid. */
  ticket: string | null;
  /** Passphrase of the encrypted file while the link is valid; null: not encrypted. */
  passphrase: string | null;
  /** A request is using the link. */
  isInUse: boolean;
  content: Readable | null;
}

/** The download links of the server and the state of their downloads. They are in memory only and end with the process. */
export class Downloads {
  readonly #dependencies: SecurityLogDependencies;
  readonly #downloads = new Map<number, TrackedDownload>();
  #lastId = 0;

  constructor(dependencies: SecurityLogDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Creates a link to a backup that is encrypted with the passphrase (null: not encrypted). Throws NotFound where the login
   * has just ended.
   */
  createLink(
    { tenantId, userId, deviceTokenId, authTime, session, tokenKey }: Principal,
    passphrase: string | null,
  ): DownloadLink {
    this.#removeOld();
    const login = { tenantId, userId, deviceTokenId, authTime, session, ...(tokenKey && { tokenKey }) };
    const createdAt = this.#dependencies.clock.now();
    const user = this.#userOf(login, createdAt);
    if (user === null) throw linkNotFound();
    const ticket = randomBytes(TICKET_BYTES).toString("base64url");
    const id = ++this.#lastId;
    const download: TrackedDownload = {
      id,
      login,
      tokensSince: user.tokensSince,
      sessionsEndedAt: user.sessionsEndedAt,
      createdAt,
      ticket,
      isInUse: false,
      content: null,
      passphrase,
      state: "waiting",
      bytes: null,
      sentBytes: 0,
    };
    this.#downloads.set(id, download);
    // The link may stay unused: the passphrase is removed with it.
    if (passphrase !== null) setTimeout(expire, LINK_LIFETIME_MS, download).unref();
    const expiresAt = new Date(createdAt + LINK_LIFETIME_MS).toISOString();
    return { ...toResponse(download), url: `/api/backup/file?ticket=${ticket}`, expiresAt };
  }

  /**
   * Opens the backup of a link, if the link is valid and its creator may still download backups. The first byte uses it up:
   * after a HEAD request or a rejected one it stays valid. Throws NotFound, and the errors of `openBackup`.
   */
  async openLink(ticket: string, address: string, openBackup: OpenBackupStream): Promise<StreamResponse> {
    const download = this.#claim(ticket);
    try {
      const body = await openBackup(download.passphrase);
      if (download.ticket !== null)
        return trackBody(download, body, () => this.#recordStart(download, body, address));
      // Cancelled meanwhile.
      body.ended(false);
      throw linkNotFound();
    } catch (error) {
      download.isInUse = false;
      if (download.ticket !== null && error instanceof Unavailable) download.state = "refused";
      throw error;
    }
  }

  /** State of a download of this principal. Throws NotFound. */
  find(id: number, principal: Principal): Download {
    return toResponse(this.#findOwn(id, principal));
  }

  /** Cancels a download and makes its link invalid. Throws NotFound. */
  cancel(id: number, principal: Principal): void {
    const download = this.#findOwn(id, principal);
    expire(download);
    download.content?.destroy();
  }

  #findOwn(id: number, principal: Principal): TrackedDownload {
    const found = this.#downloads.get(id);
    if (found === undefined || found.login.userId !== principal.userId) throw new NotFound();
    return found;
  }

  /** Removes old downloads beyond the limit, but none in use. */
  #removeOld(): void {
    for (const [id, { isInUse }] of this.#downloads) {
      if (this.#downloads.size < MAX_DOWNLOADS) return;
      if (!isInUse) this.#downloads.delete(id);
    }
  }

  /** Finds the download of a link and marks it as in use. Throws NotFound. */
  #claim(ticket: string): TrackedDownload {
    const found = [...this.#downloads.values()].find((one) => one.ticket === ticket && !one.isInUse);
    if (found === undefined) throw linkNotFound();
    if (!this.#isValid(found)) {
      expire(found);
      throw linkNotFound();
    }
    found.isInUse = true;
    found.state = "waiting";
    return found;
  }

  /** Whether a link is fresh and the login of its creator still permits it. */
  #isValid({ login, tokensSince, sessionsEndedAt, createdAt }: TrackedDownload): boolean {
    const now = this.#dependencies.clock.now();
    const user = this.#userOf(login, now);
    if (user === null || user.tokensSince !== tokensSince || !may(user, "server")) return false;
    if (login.session === null && user.sessionsEndedAt !== sessionsEndedAt) return false;
    return now >= createdAt && now - createdAt < LINK_LIFETIME_MS;
  }

  /** The user of a login; null: the login, its device or its session has ended. `now`: ms since 1970. */
  #userOf(login: Login, now: number): User | null {
    const { db } = this.#dependencies.storage;
    const user = currentTokenPrincipal(db, login, now)?.user ?? null;
    const { tokenKey } = login;
    const session = login.session ?? (tokenKey === undefined ? null : findSessionOfToken(db, tokenKey));
    if (user === null || session === null) return user;
    return findActiveSession(db, session.sessionId, user, now) === null ? null : user;
  }

  #recordStart(download: TrackedDownload, { size }: StreamResponse, address: string): void {
    const { log, securityLog } = this.#dependencies;
    download.state = "sending";
    log.info({ user: download.login.userId, bytes: size }, "backup download started");
    securityLog.record({
      kind: "backupDownload",
      ...actorOf(download.login, address),
      details: { isEncrypted: download.passphrase !== null },
    });
  }
}

/** Makes the link of a download invalid. */
function expire(download: TrackedDownload): void {
  download.ticket = null;
  download.passphrase = null;
  if (download.state === "waiting" || download.state === "refused") download.state = "broken";
}

/** The body of a backup, with its progress recorded in the download. */
function trackBody(download: TrackedDownload, body: StreamResponse, onFirst: () => void): StreamResponse {
  return {
    ...body,
    open() {
      download.bytes = body.size;
      download.content = countBytes(download, body.open(), onFirst);
      return download.content;
    },
    ended(isWhole) {
      const isStarted = download.sentBytes > 0;
      Object.assign(download, { isInUse: false, content: null });
      if (isStarted) {
        Object.assign(download, { ticket: null, passphrase: null, state: isWhole ? "whole" : "broken" });
      }
      body.ended(isWhole);
    },
  };
}

function countBytes(download: TrackedDownload, content: Readable, onFirst: () => void): Readable {
  const counter = new Transform({
    transform(piece: Buffer, _, done) {
      if (download.sentBytes === 0) onFirst();
      download.sentBytes += piece.length;
      done(null, piece);
    },
  });
  // An error of the archive ends the counter, and with it the response.
  pipeline(content, counter).catch((error: unknown) => counter.destroy(asError(error)));
  return counter;
}

const toResponse = ({ id, state, bytes, sentBytes }: TrackedDownload): Download => ({
  id,
  state,
  bytes,
  sentBytes,
});

const linkNotFound = () =>
  new NotFound(msg("This link was already used or has expired. Request a new one in the console."));
