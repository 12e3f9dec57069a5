import { createPrivateKey, type X509Certificate } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { replaceSmallFile } from "../../storage/files/durable-files.ts";
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
import { type CertificateNames, certificateNames } from "./machine.ts";
import type { CertificateSource } from "./renewal.ts";

const DAY_MS = 24 * 3_600_000;
/** Renewal before expiry. A server that was off for a month still has a valid certificate. */
const RENEW_BEFORE_MS = 60 * DAY_MS;

/** Dependencies of the certificates that the server issues itself. */
interface IssuedSourceDependencies {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly machine: Machine;
  /** The mDNS name of the server without `.local`. */
  readonly name: string;
}

/**
 * Creates the source of certificates that the server issues itself: a permanent CA, created at the first start (`saved` is
 * null), and a server certificate, reissued when names, addresses or the time require it. Throws StartupError when the files
 * can't be saved.
 */
export async function issuedCertificateSource(
  saved: CertificateAuthority | null,
  dependencies: IssuedSourceDependencies,
): Promise<CertificateSource> {
  const { dataFolder, machine, clock, log } = dependencies;
  const { authority, keyText } = await openFiles(saved, dependencies);
  const key = createPrivateKey(keyText);
  let mdnsName = `${dependencies.name}.local`;
  const currentNames = () => certificateNames(machine, mdnsName, authority.certificate.raw);

  let current =
    readServerCertificate(dataFolder, authority, keyText) ?? (await issue(currentNames(), clock.wallTime()));
  const renew = async () => {
    const names = currentNames();
    const now = clock.wallTime();
    if (isFor(current.parsed, names) && !isDue(current.parsed, now)) return null;
    if (expiryOf(authority.certificate) <= now) return null;
    current = await issue(names, now);
    return current;
  };
  await renew();
  return {
    authority,
    current: () => current,
    renew,
    preferredHost: () => mdnsName,
    setName(name) {
      mdnsName = name;
    },
  };

  /**
   * Whether the certificate expires soon and a new one would be valid for longer than it, or is not valid yet because the clock
   * was ahead when it was issued.
   */
  function isDue(certificate: X509Certificate, now: number): boolean {
    const end = expiryOf(certificate);
    if (Date.parse(certificate.validFrom) > now) return true;
    return end - now < RENEW_BEFORE_MS && end < expiryOf(authority.certificate);
  }

  async function issue(names: CertificateNames, now: number): Promise<ServerCertificate> {
    const { issueServerCertificate } = await import("./issue.ts");
    const issuer = { certificate: authority.pem, key: authority.key };
    const certificate = await issueServerCertificate(issuer, key, names, now);
    try {
      await replaceSmallFile(serverCertificatePath(dataFolder), certificate);
    } catch (error) {
      // It is used from memory. The next start issues another one.
      log.warn({ err: error }, "the new certificate could not be written");
    }
    const parsed = parseCertificate(certificate);
    if (parsed === null) throw new Error("the issued certificate can't be parsed");
    return { certificate, key: keyText, parsed };
  }
}

/** Whether the certificate is for exactly these names and addresses. */
function isFor(certificate: X509Certificate, { hosts, addresses }: CertificateNames): boolean {
  const count = certificate.subjectAltName?.split(", ").length ?? 0;
  return (
    count === hosts.length + addresses.length &&
    hosts.every((name) => certificate.checkHost(name, { subject: "never" }) !== undefined) &&
    addresses.every((address) => certificate.checkIP(address) !== undefined)
  );
}

async function openFiles(
  saved: CertificateAuthority | null,
  { dataFolder, machine, clock }: IssuedSourceDependencies,
): Promise<{ authority: CertificateAuthority; keyText: string }> {
  try {
    prepareTlsFolder(dataFolder);
    const authority = saved ?? saveAuthority(dataFolder, await createAuthority(machine, clock));
    return { authority, keyText: ensureServerKey(dataFolder) };
  } catch (error) {
    const kind = startupErrorKindOf(error);
    if (kind === null) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`${tlsFolder(dataFolder)}: the certificates can't be saved (${reason})`, kind);
  }
}

async function createAuthority(machine: Machine, clock: Clock) {
  // Loaded on demand: the library takes a quarter of the start.
  const { makeAuthority } = await import("./issue.ts");
  return makeAuthority(machine.hostName(), clock.wallTime());
}
