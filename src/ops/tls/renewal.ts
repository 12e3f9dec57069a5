import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { type CertificateAuthority, expiryOf, type ServerCertificate } from "./ca-files.ts";

const CHECK_INTERVAL_MS = 5000;
const DAY_MS = 24 * 3_600_000;
/** Warning before the CA expires: more than a year for installing the next one on terminals. */
const WARN_BEFORE_MS = 400 * DAY_MS;

/** Dependencies of the renewal. */
export interface RenewalDependencies {
  readonly clock: Clock;
  readonly log: Log;
  /** Uses this certificate for new connections; open connections continue. */
  serve(pair: ServerCertificate): void;
}

/**
 * Serves the certificate of the source and checks every five seconds, or on request, whether a new one is due. It never
 * rejects: an error is logged once, and the current certificate stays in use.
 */
export function startRenewal(source: CertificateSource, { clock, log, serve }: RenewalDependencies) {
  let hasWarned = false;
  let lastError = "";

  async function runCheck(): Promise<void> {
    warnOfExpiry();
    try {
      const renewed = await source.renew();
      if (renewed === null) return;
      serve(renewed);
      log.info(
        { names: renewed.parsed.subjectAltName, until: renewed.parsed.validTo },
        "certificate renewed",
      );
      lastError = "";
    } catch (error) {
      if (String(error) !== lastError) log.error({ err: error }, "the certificate could not be renewed");
      lastError = String(error);
    }
  }

  function warnOfExpiry(): void {
    const end = source.authority && expiryOf(source.authority.certificate);
    if (hasWarned || end === null || end - clock.now() > WARN_BEFORE_MS) return;
    hasWarned = true;
    log.warn(
      { until: new Date(end).toISOString() },
      "the server's CA expires; terminals must trust a new one",
    );
  }

  /** Checks run one after the other. */
  let checking = Promise.resolve();
  const scheduleCheck = () => {
    checking = checking.then(runCheck);
  };
  warnOfExpiry();
  serve(source.current());
  const stopTicks = clock.every(CHECK_INTERVAL_MS, scheduleCheck);
  return {
    scheduleCheck,
    /** Checks now; resolves after the check. */
    check() {
      scheduleCheck();
      return checking;
    },
    /** Stops the checks; resolves when the last one has ended. */
    stop() {
      stopTicks();
      return checking;
    },
  };
}

/** Source of the server certificate: the server's own CA, or files of the site. */
export interface CertificateSource {
  /** The server's CA; null with the site's own certificate. */
  readonly authority: CertificateAuthority | null;
  current(): ServerCertificate;
  /** Returns a new certificate if one is due; null while the current one stays valid. */
  renew(): Promise<ServerCertificate | null>;
  /** The preferred name in the certificate. */
  preferredHost(): string;
  /** Sets the mDNS name of the server (`tallybox-2.local`). */
  setName(name: string): void;
}
