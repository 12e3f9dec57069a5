import type { X509Certificate } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import { portInUrl } from "../../http/server/ports.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import {
  type CertificateAuthority,
  expiryOf,
  fingerprintOf,
  readAuthority,
  type ServerCertificate,
} from "./ca-files.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { issuedCertificateSource } from "./server-certificates.ts";
import { siteCertificateSource } from "./site-certificates.ts";
import { readSiteCertificate, type SiteFiles } from "./site-files.ts";
import type { CertificateSource } from "./source.ts";
import { type RenewalDependencies, startRenewal } from "./watch.ts";

/** What the box says of its certificate. Times are milliseconds since 1970. */
export interface CertificateStatus {
  readonly httpsPort: number;
  /** SHA-256 of the CA's certificate, 64 hex digits; null with the site's own certificate. */
  readonly fingerprint: string | null;
  readonly certificateExpiresAt: number;
  readonly caExpiresAt: number | null;
  /** The certificate comes from files of the site. */
  readonly isFromSite: boolean;
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
  check(): Promise<void>;
  /** Looks no more; resolves when the last look has ended. */
  stop(): Promise<void>;
}

/** What was found of certificates before the data folder was touched: the site's, or the box's own CA. */
export type SavedCertificates =
  | { readonly files: SiteFiles; readonly pair: ServerCertificate }
  | { readonly authority: CertificateAuthority | null };

/** Reads and checks what is there; touches nothing. Throws StartRefused. */
export function readSavedCertificates(
  { https: { own }, dataFolder }: Config,
  clock: Clock,
): SavedCertificates {
  if (own !== null) return { files: own, pair: readSiteCertificate(own, clock.now()) };
  return { authority: readAuthority(dataFolder) };
}

/** What HTTPS needs of the box around it. */
export interface CertificateDependencies extends RenewalDependencies {
  readonly config: Config;
  readonly httpsPort: number;
  readonly machine?: Machine;
  /** Other files of the site are used from now on. */
  onCertificateChanged(): void;
}

/** Gives the HTTPS server its certificate, now and whenever another one is due. Throws StartRefused. */
export async function openCertificates(
  kept: SavedCertificates,
  parts: CertificateDependencies,
): Promise<Certificates> {
  const { httpsPort, log } = parts;
  const source = await sourceOf(kept, parts);
  const authority = source.authority?.certificate ?? null;
  const fingerprint = authority && fingerprintOf(authority);
  const hostFor = (host: string) => {
    const name = isNamedIn(source.current(), host) ? host : source.preferredHost();
    return isIPv6(name) ? `[${name}]` : name;
  };
  const addressFor = (host: string) => `https://${hostFor(host)}${portInUrl(httpsPort, 443)}`;
  const { look, lookSoon, stop } = startRenewal(source, parts);
  log.info({ https: addressFor(source.preferredHost()), ca: fingerprint }, "HTTPS is on");
  return {
    authority,
    status: () => ({
      httpsPort,
      fingerprint,
      certificateExpiresAt: expiryOf(source.current().parsed),
      caExpiresAt: authority && expiryOf(authority),
      isFromSite: authority === null,
    }),
    addressFor,
    hostFor,
    setName(name) {
      source.setName(name);
      lookSoon();
    },
    check: look,
    stop,
  };
}

function sourceOf(
  kept: SavedCertificates,
  { config, clock, log, machine = thisMachine, onCertificateChanged }: CertificateDependencies,
): Promise<CertificateSource> | CertificateSource {
  if ("files" in kept) return siteCertificateSource(kept.files, kept.pair, clock, log, onCertificateChanged);
  const { dataFolder, mdns } = config;
  return issuedCertificateSource(kept.authority, { dataFolder, clock, log, machine, name: mdns.name });
}

function isNamedIn({ parsed }: ServerCertificate, host: string): boolean {
  return (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host, { subject: "never" })) !== undefined;
}
