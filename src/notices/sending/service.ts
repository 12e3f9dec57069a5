import { Unavailable } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { collectNotices } from "../mails/collect.ts";
import { findMailServer } from "../smtp/mail-server.ts";
import type { MailContext } from "./outgoing-mail.ts";
import { Sender } from "./sender.ts";

/** Due e-mails are looked for this often. */
const TICK_MS = 1000;
const PAUSE_AFTER_ERROR_MS = 60_000;

/** The background service of notices. */
interface NoticeService {
  stop(): Promise<void>;
}

/**
 * Makes e-mails of events and sends them, apart from each other: a mail server that hangs holds up neither new notices nor anything
 * else of the server.
 */
export function startNotices(
  dependencies: Pick<Dependencies, "storage" | "clock" | "log">,
  context: MailContext,
): NoticeService {
  const { storage, log } = dependencies;
  const stopping = new AbortController();
  const sender = new Sender(dependencies, context, stopping.signal);
  const collecting = makeWorker(async () => {
    if (findMailServer(storage.db) === null) return;
    const step = () =>
      storage.write(null, (tx) => collectNotices(tx, context.timeZone), { evenWhenLow: true });
    while (!stopping.signal.aborted && (await step()));
    sending.begin();
  }, logError);
  const sending = makeWorker(() => sender.run(), logError);

  function logError(error: unknown): void {
    if (error instanceof Unavailable) log.warn("notices wait: the disk is not accepting writes");
    else log.error({ err: error }, "notices could not be sent; retrying in a minute");
  }
  const removeListener = storage.onCommit((tables) => {
    if (tables.has("outgoingEvent")) collecting.begin();
    if (!tables.has("setting")) return;
    sender.resume();
    sending.begin();
  });
  const timer = setInterval(() => {
    collecting.resume();
    sending.begin();
  }, TICK_MS).unref();
  collecting.begin();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      removeListener();
      await collecting.ended();
      await sending.ended();
    },
  };
}

/** Runs one piece of work at a time. A call while it runs makes it run once more. After an error it pauses. */
function makeWorker(work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let pausedUntil = 0;
  const run = async () => {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } catch (error) {
      // The next call after the pause continues.
      isWanted = true;
      pausedUntil = performance.now() + PAUSE_AFTER_ERROR_MS;
      onError(error);
    } finally {
      running = null;
    }
  };
  const resume = () => {
    if (isWanted && running === null && performance.now() >= pausedUntil) running = run();
  };
  return {
    begin() {
      isWanted = true;
      resume();
    },
    /** Runs what is left after an error, once its pause is over. */
    resume,
    async ended() {
      await running;
    },
  };
}
