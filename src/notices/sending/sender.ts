import { setTimeout as sleep } from "node:timers/promises";
import { Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { textInEachLocale } from "../../i18n/text.ts";
import type { Tx } from "../../storage/database/statement.ts";
import * as store from "../mails/store.ts";
import { deliver } from "../smtp/deliver.ts";
import { type DeliveryFailure, failureOf } from "../smtp/failures.ts";
import { findMailServer, type MailServer } from "../smtp/mail-server.ts";
import { type MailContext, outgoingMail } from "./outgoing-mail.ts";

const MINUTE_MS = 60_000;
/** An e-mail takes at most this long, whatever the mail server does. */
const SEND_MS = 60_000;
/** Pauses after failed attempts; the last one repeats. */
const PAUSES_MS = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
/** After this time an e-mail is no longer tried. */
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;
/** The outcome of an attempt is written again after this time. */
const RETRY_WRITE_MS = 1000;
/** Writes are small, and a notice that the disk is full must be sent too. */
const EVEN_WHEN_LOW = { evenWhenLow: true };

type Due = NonNullable<ReturnType<typeof store.nextWaiting.first>>;
type SenderDependencies = Pick<Dependencies, "storage" | "clock" | "log">;

/**
 * Sends the due e-mails, one after the other. An e-mail is noted as sent after the mail server's answer: a crash in between sends it
 * again, with the same Message-ID. While the disk rejects the note, nothing is sent.
 */
export class Sender {
  readonly #dependencies: SenderDependencies;
  readonly #context: MailContext;
  readonly #stopping: AbortSignal;
  /** Until then the mail server is not tried: it failed for a reason of its own. */
  #pausedUntil = 0;
  #failuresInRow = 0;

  constructor(dependencies: SenderDependencies, context: MailContext, stopping: AbortSignal) {
    this.#dependencies = dependencies;
    this.#context = context;
    this.#stopping = stopping;
  }

  /** Ends the pause after failures of the mail server: its settings have changed. */
  resume(): void {
    this.#pausedUntil = 0;
    this.#failuresInRow = 0;
  }

  /** Sends what is due. */
  async run(): Promise<void> {
    const { storage, clock } = this.#dependencies;
    if (findMailServer(storage.db) === null) return;
    if (this.#hasWork()) await storage.write(null, (tx) => this.#advance(tx), EVEN_WHEN_LOW);
    while (!this.#stopping.aborted && clock.now() >= this.#pausedUntil) {
      const mail = store.nextWaiting.first(storage.db, { now: clock.iso() });
      const found = findMailServer(storage.db);
      if (mail === null || found === null) return;
      await this.#send(mail, found.server);
    }
  }

  /** Whether an e-mail is due, or has waited for too long. */
  #hasWork(): boolean {
    const { storage, clock } = this.#dependencies;
    const open = store.nextDue.first(storage.db, { state: "open", max: 1 });
    const oldest = store.oldestWaiting.first(storage.db, { max: 1 });
    return (
      (open !== null && open.dueDT <= clock.iso()) ||
      (oldest?.readyDT != null && Date.parse(oldest.readyDT) < clock.ago(GIVE_UP_MS))
    );
  }

  #advance(tx: Tx): void {
    const { clock } = this.#dependencies;
    const { now, change } = tx;
    store.closeDue.run(tx, { now, change });
    const before = new Date(clock.ago(GIVE_UP_MS)).toISOString();
    store.expire.run(tx, { before, now, change, error: JSON.stringify(textInEachLocale(NOT_TRIED)) });
  }

  async #send(mail: Due, server: MailServer): Promise<void> {
    const { storage, log } = this.#dependencies;
    const { oid, tenantId, userId } = mail;
    const outgoing = outgoingMail(storage.db, mail, this.#context);
    if (outgoing === null) {
      await storage.write(tenantId, (tx) => void store.remove.run(tx, { oid }), EVEN_WHEN_LOW);
      return;
    }
    // What an e-mail tells must survive a power failure.
    await storage.durable();
    try {
      await deliver(server, outgoing, SEND_MS, this.#stopping);
    } catch (error) {
      if (this.#stopping.aborted) return;
      const failure = failureOf(error, server);
      log.warn({ notice: oid, userId, problem: failure.message }, "a notice was not delivered");
      await this.#noteFailure(mail, failure);
      return;
    }
    this.resume();
    await this.#note(
      tenantId,
      (tx) => void store.setSent.run(tx, { oid, finishedDT: tx.now, change: tx.change }),
    );
  }

  /** Writes what came of an attempt, until it is accepted or the server stops: otherwise the e-mail would be sent again and again. */
  async #note(tenantId: number, work: (tx: Tx) => void): Promise<void> {
    const { storage, log } = this.#dependencies;
    for (let tries = 0; !this.#stopping.aborted; tries++) {
      try {
        await storage.write(tenantId, work, EVEN_WHEN_LOW);
        return;
      } catch (error) {
        const isDisk = error instanceof Unavailable;
        if (tries === 0 && isDisk) log.warn("notices wait: the disk is not accepting writes");
        else if (tries === 0) log.error({ err: error }, "notices wait: the last one could not be noted");
        await sleep(RETRY_WRITE_MS, null, { signal: this.#stopping }).catch(() => null);
      }
    }
  }

  async #noteFailure(mail: Due, { text, isPermanent, isOfServer }: DeliveryFailure): Promise<void> {
    const { clock } = this.#dependencies;
    const attempts = mail.attempts + 1;
    const due = clock.now() + pauseAfter(attempts);
    if (isOfServer) this.#pausedUntil = clock.now() + pauseAfter(++this.#failuresInRow);
    const error = JSON.stringify(textInEachLocale(text));
    await this.#note(mail.tenantId, (tx) => {
      const { now, change } = tx;
      const dueDT = new Date(due).toISOString();
      store.setFailedAttempt.run(tx, { oid: mail.oid, attempts, dueDT, error, now, change });
      if (isPermanent) store.setFailed.run(tx, { oid: mail.oid, finishedDT: now, change });
    });
  }
}

const pauseAfter = (attempts: number) => PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? MINUTE_MS;
const NOT_TRIED = msg("The server could not send e-mail for three days.");
