import type { X509Certificate } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import { portInUrl } from "../../http/server/listener.ts";
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
import type { CertificateSource } from "./renewal.ts";
import { type RenewalDependencies, startRenewal } from "./renewal.ts";
import { issuedCertificateSource } from "./server-certificates.ts";
import { readSiteCertificate, type SiteFiles, siteCertificateSource } from "./site-certificates.ts";

/** Status of the certificate. Times are milliseconds since 1970. */
interface CertificateStatus {
  readonly httpsPort: number;
  /** SHA-256 fingerprint of the CA, 64 hexadecimal digits; null with the site's own certificate. */
  readonly fingerprint: string | null;
  readonly certificateExpiresAt: number;
  readonly caExpiresAt: number | null;
  /** The certificate is the site's own, from files. */
  readonly isFromSite: boolean;
}

/** The certificate and the names of the server over HTTPS. */
export interface Certificates {
  /** The CA's certificate; null with the site's own. */
  readonly authority: X509Certificate | null;
  status(): CertificateStatus;
  /** The HTTPS address without a trailing slash. It has the requested host, if the certificate is for it. */
  addressFor(host: string): string;
  /** The host of `addressFor`; an IPv6 address in brackets. */
  hostFor(host: string): string;
  /** Sets the mDNS name of the server (`tallybox-2.local`). The certificate is reissued for it. */
  setName(name: string): void;
  /** Renews the certificate now, if names, addresses, files or the time require it. Otherwise it is checked every five seconds. */
  check(): Promise<void>;
  /** Stops the checks; resolves when the last one has ended. */
  stop(): Promise<void>;
}

/** The saved certificates, read before any write to the data folder: the site's own, or the server's CA. */
type SavedCertificates =
  | { readonly files: SiteFiles; readonly pair: ServerCertificate }
  | { readonly authority: CertificateAuthority | null };

/** Reads and validates the saved certificates without writing. Throws StartupError. */
export function readSavedCertificates(
  { https: { own }, dataFolder }: Config,
  clock: Clock,
): SavedCertificates {
  if (own !== null) return { files: own, pair: readSiteCertificate(own, clock.now()) };
  return { authority: readAuthority(dataFolder) };
}

/** Dependencies of the certificates. */
interface CertificateDependencies extends RenewalDependencies {
  readonly config: Config;
  readonly httpsPort: number;
  readonly machine?: Machine;
  /** Called when changed certificate files of the site are in use. */
  onCertificateChanged(): void;
}

/** Serves the certificate and renews it when due. Throws StartupError. */
export async function openCertificates(
  saved: SavedCertificates,
  dependencies: CertificateDependencies,
): Promise<Certificates> {
  const { httpsPort, log } = dependencies;
  const source = await openSource(saved, dependencies);
  const authority = source.authority?.certificate ?? null;
  const fingerprint = authority && fingerprintOf(authority);
  const hostFor = (host: string) => {
    const name = isNamedIn(source.current(), host) ? host : source.preferredHost();
    return isIPv6(name) ? `[${name}]` : name;
  };
  const addressFor = (host: string) => `https://${hostFor(host)}${portInUrl(httpsPort, 443)}`;
  const { check, scheduleCheck, stop } = startRenewal(source, dependencies);
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
      scheduleCheck();
    },
    check,
    stop,
  };
}

function openSource(
  saved: SavedCertificates,
  { config, clock, log, machine = thisMachine, onCertificateChanged }: CertificateDependencies,
): Promise<CertificateSource> | CertificateSource {
  if ("files" in saved)
    return siteCertificateSource(saved.files, saved.pair, clock, log, onCertificateChanged);
  const { dataFolder, mdns } = config;
  return issuedCertificateSource(saved.authority, { dataFolder, clock, log, machine, name: mdns.name });
}

function isNamedIn({ parsed }: ServerCertificate, host: string): boolean {
  return (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host, { subject: "never" })) !== undefined;
}
