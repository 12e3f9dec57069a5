import { createPrivateKey, type X509Certificate } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { replaceSmallFile } from "../../storage/files.ts";
import {
  type CertificateAuthority,
  ensureServerKey,
  expiryOf,
  parseCertificate,
  prepareTlsFolder,
  readServerCertificate,
  type ServerCertificate,
  saveAuthority,
  serverCertificatePath,
  tlsFolder,
} from "./ca-files.ts";
import type { Machine } from "./machine.ts";
import { type CertificateNames, certificateNames } from "./names.ts";
import type { CertificateSource } from "./source.ts";

const DAY_MS = 24 * 3_600_000;
/** A box that was switched off for a month and more still shows a certificate that holds. */
const RENEWED_BEFORE_MS = 60 * DAY_MS;

/** What the box's own certificates are made with. */
export interface IssuedSourceDependencies {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly machine: Machine;
  /** The box's name on the network, without `.local`. */
  readonly name: string;
}

/**
 * The certificates that the box makes itself: a CA at the first start (`kept` is null), which then stays, and under it a
 * server certificate that follows the names, the addresses and the time. Throws StartRefused when a CA can't be kept.
 */
export async function issuedCertificateSource(
  kept: CertificateAuthority | null,
  parts: IssuedSourceDependencies,
): Promise<CertificateSource> {
  const { dataFolder, machine, clock } = parts;
  const { authority, keyText } = await openFiles(kept, parts);
  const key = createPrivateKey(keyText);
  let mdnsName = `${parts.name}.local`;
  const namesNow = () => certificateNames(machine, mdnsName, authority.certificate.raw);

  let current =
    readServerCertificate(dataFolder, authority, keyText) ?? (await make(namesNow(), clock.wallTime()));
  const look = async () => {
    const names = namesNow();
    const now = clock.wallTime();
    if (isFor(current.parsed, names) && !isToBeRenewed(current.parsed, now)) return null;
    if (expiryOf(authority.certificate) <= now) return null;
    current = await make(names, now);
    return current;
  };
  await look();
  return {
    authority,
    current: () => current,
    renew: look,
    preferredHost: () => mdnsName,
    setName(changed) {
      mdnsName = changed;
    },
  };

  /** What would end no later is not worth making; one made while the clock was far ahead is not valid yet. */
  function isToBeRenewed(certificate: X509Certificate, now: number): boolean {
    const end = expiryOf(certificate);
    if (Date.parse(certificate.validFrom) > now) return true;
    return end - now < RENEWED_BEFORE_MS && end < expiryOf(authority.certificate);
  }

  async function make(names: CertificateNames, now: number): Promise<ServerCertificate> {
    const { issueServerCertificate: issueServer } = await import("./issue.ts");
    const issuer = { certificate: authority.pem, key: authority.key };
    const certificate = await issueServer(issuer, key, names, now);
    try {
      await replaceSmallFile(serverCertificatePath(dataFolder), certificate);
    } catch (error) {
      // It serves as well from memory, and the next start makes another one.
      parts.log.warn({ err: error }, "the new certificate could not be written");
    }
    const read = parseCertificate(certificate);
    if (read === null) throw new Error("the certificate just made can't be read");
    return { certificate, key: keyText, parsed: read };
  }
}

/** True when the certificate vouches for exactly these names and addresses. */
function isFor(certificate: X509Certificate, { hosts, addresses }: CertificateNames): boolean {
  const count = certificate.subjectAltName?.split(", ").length ?? 0;
  return (
    count === hosts.length + addresses.length &&
    hosts.every((name) => certificate.checkHost(name, { subject: "never" }) !== undefined) &&
    addresses.every((address) => certificate.checkIP(address) !== undefined)
  );
}

async function openFiles(
  kept: CertificateAuthority | null,
  { dataFolder, machine, clock }: IssuedSourceDependencies,
): Promise<{ authority: CertificateAuthority; keyText: string }> {
  try {
    prepareTlsFolder(dataFolder);
    const authority = kept ?? saveAuthority(dataFolder, await firstAuthority(machine, clock));
    return { authority, keyText: ensureServerKey(dataFolder) };
  } catch (error) {
    const why = startupErrorKindOf(error);
    if (why === null) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`${tlsFolder(dataFolder)}: the certificates can't be kept (${reason})`, why);
  }
}

async function firstAuthority(machine: Machine, clock: Clock) {
  // Read only where a certificate is made: the library takes a quarter of a start's time.
  const { makeAuthority } = await import("./issue.ts");
  return makeAuthority(machine.hostName(), clock.wallTime());
}
