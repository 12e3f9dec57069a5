import type { X509Certificate } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { boxCertificates } from "./box-certificates.ts";
import { type Authority, endOf, fingerprintOf, readAuthority, type ServerPair } from "./kept.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { siteCertificates } from "./site-certificates.ts";
import { readSitePair } from "./site-files.ts";

const LOOK_MS = 5000;
const DAY_MS = 24 * 3_600_000;
/** A site has a year and more to make its terminals trust the next CA. */
const WARNED_BEFORE_MS = 400 * DAY_MS;

/** What the box says of its certificate. Times are milliseconds since 1970. */
export interface TrustStatus {
  readonly httpsPort: number;
  /** SHA-256 of the CA's certificate, 64 hex digits; null with the site's own certificate. */
  readonly fingerprint: string | null;
  readonly certificateEndsAt: number;
  readonly caEndsAt: number | null;
  /** The certificate comes from files of the site. */
  readonly isOwn: boolean;
}

/** The box's HTTPS identity. */
export interface Trust {
  /** The CA's certificate; null with the site's own. */
  readonly authority: X509Certificate | null;
  status(): TrustStatus;
  /** The HTTPS address (no slash at its end): by the host that was asked for, where the certificate is for it. */
  addressFor(host: string): string;
  /** The host in such an address: an IPv6 one in brackets. */
  hostFor(host: string): string;
  /** The box's name on the network has become another (`tallybox-2.local`): the certificate follows. */
  setName(name: string): void;
  /** Looks now, and not only every five seconds, whether names, addresses, files or the time ask for another certificate. */
  look(): Promise<void>;
  /** Looks no more; resolves when the last look has ended. */
  stop(): Promise<void>;
}

/** What was found of certificates before the data folder was touched. */
export type Kept = { readonly authority: Authority | null } | { readonly site: ServerPair };

/** Reads and checks what is there; touches nothing. Throws StartRefused. */
export function readKept({ https, dataFolder }: Config, clock: Clock): Kept {
  if (https.own !== null) return { site: readSitePair(https.own, clock.now()) };
  return { authority: readAuthority(dataFolder) };
}

export interface TrustParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly httpsPort: number;
  /** Serves this certificate from now on; open connections stay. */
  serve(pair: ServerPair): void;
  readonly machine?: Machine;
}

/** Gives the HTTPS server its certificate, now and whenever another one is due. Throws StartRefused. */
export async function openTrust(kept: Kept, parts: TrustParts): Promise<Trust> {
  const { config, clock, log, httpsPort, machine = thisMachine } = parts;
  const source =
    "site" in kept && config.https.own !== null
      ? siteCertificates(config.https.own, kept.site, clock, log)
      : await boxCertificates("authority" in kept ? kept.authority : null, {
          dataFolder: config.dataFolder,
          clock,
          log,
          machine,
          name: config.mdns.name,
        });
  const authority = source.authority?.certificate ?? null;
  const fingerprint = authority && fingerprintOf(authority);
  const caEndsAt = authority && endOf(authority);
  let hasWarned = false;
  let complaint = "";

  async function look(): Promise<void> {
    warnOfEnd();
    try {
      const another = await source.look();
      if (another === null) return;
      parts.serve(another);
      log.info({ names: another.parsed.subjectAltName, until: another.parsed.validTo }, "a new certificate");
      complaint = "";
    } catch (error) {
      // Said once, not every five seconds.
      if (String(error) !== complaint) log.error({ err: error }, "the certificate could not be renewed");
      complaint = String(error);
    }
  }

  function warnOfEnd(): void {
    if (hasWarned || caEndsAt === null || caEndsAt - clock.now() > WARNED_BEFORE_MS) return;
    hasWarned = true;
    log.warn(
      { until: new Date(caEndsAt).toISOString() },
      "the box's CA ends; terminals must trust a new one",
    );
  }

  function hostFor(host: string): string {
    const name = isNamedIn(source.current(), host) ? host : source.bestName();
    return isIPv6(name) ? `[${name}]` : name;
  }

  function addressFor(host: string): string {
    return `https://${hostFor(host)}${httpsPort === 443 ? "" : `:${httpsPort}`}`;
  }

  /** One look at a time. */
  let looking = Promise.resolve();
  const lookInTurn = () => {
    looking = looking.then(look);
    return looking;
  };
  warnOfEnd();
  parts.serve(source.current());
  log.info({ https: addressFor(""), ca: fingerprint }, "HTTPS is on");
  const timer = setInterval(lookInTurn, LOOK_MS).unref();
  return {
    authority,
    status: () => ({
      httpsPort,
      fingerprint,
      certificateEndsAt: endOf(source.current().parsed),
      caEndsAt,
      isOwn: authority === null,
    }),
    addressFor,
    hostFor,
    setName(name) {
      source.setName(name);
      looking = looking.then(look);
    },
    look: lookInTurn,
    stop() {
      clearInterval(timer);
      return looking;
    },
  };
}

function isNamedIn({ parsed }: ServerPair, host: string): boolean {
  return (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host, { subject: "never" })) !== undefined;
}
