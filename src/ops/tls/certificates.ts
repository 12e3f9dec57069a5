import type { X509Certificate } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import { portInUrl } from "../../http/server/ports.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { type Authority, endOf, fingerprintOf, readAuthority, type ServerPair } from "./ca-files.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { boxCertificates } from "./server-certificates.ts";
import { siteCertificates } from "./site-certificates.ts";
import { readSitePair, type SiteFiles } from "./site-files.ts";
import type { Source } from "./source.ts";
import { type WatchParts, watchSource } from "./watch.ts";

/** What the box says of its certificate. Times are milliseconds since 1970. */
export interface CertificateStatus {
  readonly httpsPort: number;
  /** SHA-256 of the CA's certificate, 64 hex digits; null with the site's own certificate. */
  readonly fingerprint: string | null;
  readonly certificateEndsAt: number;
  readonly caEndsAt: number | null;
  /** The certificate comes from files of the site. */
  readonly isOwn: boolean;
}

/** The box's HTTPS identity. */
export interface Certificates {
  /** The CA's certificate; null with the site's own. */
  readonly authority: X509Certificate | null;
  status(): CertificateStatus;
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

/** What was found of certificates before the data folder was touched: the site's, or the box's own CA. */
export type SavedCertificates =
  | { readonly files: SiteFiles; readonly pair: ServerPair }
  | { readonly authority: Authority | null };

/** Reads and checks what is there; touches nothing. Throws StartRefused. */
export function readSavedCertificates(
  { https: { own }, dataFolder }: Config,
  clock: Clock,
): SavedCertificates {
  if (own !== null) return { files: own, pair: readSitePair(own, clock.now()) };
  return { authority: readAuthority(dataFolder) };
}

/** What HTTPS needs of the box around it. */
export interface TrustParts extends WatchParts {
  readonly config: Config;
  readonly httpsPort: number;
  readonly machine?: Machine;
  /** Other files of the site are used from now on. */
  onCertificateChanged(): void;
}

/** Gives the HTTPS server its certificate, now and whenever another one is due. Throws StartRefused. */
export async function openCertificates(kept: SavedCertificates, parts: TrustParts): Promise<Certificates> {
  const { httpsPort, log } = parts;
  const source = await sourceOf(kept, parts);
  const authority = source.authority?.certificate ?? null;
  const fingerprint = authority && fingerprintOf(authority);
  const hostFor = (host: string) => {
    const name = isNamedIn(source.current(), host) ? host : source.bestName();
    return isIPv6(name) ? `[${name}]` : name;
  };
  const addressFor = (host: string) => `https://${hostFor(host)}${portInUrl(httpsPort, 443)}`;
  const { look, lookSoon, stop } = watchSource(source, parts);
  log.info({ https: addressFor(source.bestName()), ca: fingerprint }, "HTTPS is on");
  return {
    authority,
    status: () => ({
      httpsPort,
      fingerprint,
      certificateEndsAt: endOf(source.current().parsed),
      caEndsAt: authority && endOf(authority),
      isOwn: authority === null,
    }),
    addressFor,
    hostFor,
    setName(name) {
      source.setName(name);
      lookSoon();
    },
    look,
    stop,
  };
}

function sourceOf(
  kept: SavedCertificates,
  { config, clock, log, machine = thisMachine, onCertificateChanged }: TrustParts,
): Promise<Source> | Source {
  if ("files" in kept) return siteCertificates(kept.files, kept.pair, clock, log, onCertificateChanged);
  const { dataFolder, mdns } = config;
  return boxCertificates(kept.authority, { dataFolder, clock, log, machine, name: mdns.name });
}

function isNamedIn({ parsed }: ServerPair, host: string): boolean {
  return (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host, { subject: "never" })) !== undefined;
}
