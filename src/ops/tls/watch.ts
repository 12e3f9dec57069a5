import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { expiryOf, type ServerCertificate } from "./ca-files.ts";
import type { CertificateSource } from "./source.ts";

const LOOK_MS = 5000;
const DAY_MS = 24 * 3_600_000;
/** A site has a year and more to make its terminals trust the next CA. */
const WARNED_BEFORE_MS = 400 * DAY_MS;

/** What the watch over a certificate needs. */
export interface RenewalDependencies {
  readonly clock: Clock;
  readonly log: Log;
  /** Serves this certificate from now on; open connections stay. */
  serve(pair: ServerCertificate): void;
}

/**
 * Serves the source's certificate and looks every five seconds, or when it is told to, whether another one is due. Never
 * rejects: what goes wrong is logged, once, and the certificate stays.
 */
export function startRenewal(source: CertificateSource, { clock, log, serve }: RenewalDependencies) {
  let hasWarned = false;
  let complaint = "";

  async function lookOnce(): Promise<void> {
    warnOfEnd();
    try {
      const another = await source.renew();
      if (another === null) return;
      serve(another);
      log.info({ names: another.parsed.subjectAltName, until: another.parsed.validTo }, "a new certificate");
      complaint = "";
    } catch (error) {
      if (String(error) !== complaint) log.error({ err: error }, "the certificate could not be renewed");
      complaint = String(error);
    }
  }

  function warnOfEnd(): void {
    const end = source.authority && expiryOf(source.authority.certificate);
    if (hasWarned || end === null || end - clock.now() > WARNED_BEFORE_MS) return;
    hasWarned = true;
    log.warn(
      { until: new Date(end).toISOString() },
      "the server's CA expires; terminals must trust a new one",
    );
  }

  /** One look at a time. */
  let looking = Promise.resolve();
  const lookSoon = () => {
    looking = looking.then(lookOnce);
  };
  warnOfEnd();
  serve(source.current());
  const timer = setInterval(lookSoon, LOOK_MS).unref();
  return {
    lookSoon,
    /** Looks now; resolves when it has. */
    look() {
      lookSoon();
      return looking;
    },
    /** Looks no more; resolves when the last look has ended. */
    stop() {
      clearInterval(timer);
      return looking;
    },
  };
}
