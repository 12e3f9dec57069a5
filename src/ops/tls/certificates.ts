import { createPrivateKey, type X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { isIP, isIPv6 } from "node:net";
import { createSecureContext } from "node:tls";
import { portInUrl } from "../../http/server/listener.ts";
import { parseCertificate } from "../../platform/certificate-blocks.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config, HttpsConfig } from "../../platform/config.ts";
import { errorCode, errorMessage } from "../../platform/error-code.ts";
import type { Log } from "../../platform/log.ts";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { replaceSmallFile } from "../../storage/files/durable-files.ts";
import {
  type CertificateAuthority,
  ensureServerKey,
  expiryOf,
  fingerprintOf,
  parsePrivateKey,
  prepareTlsFolder,
  readAuthority,
  readServerCertificate,
  type ServerCertificate,
  saveAuthority,
  serverCertificatePath,
  tlsFolder,
} from "./ca-files.ts";
import {
  type CertificateNames,
  certificateNames,
  isPermitted,
  listNetworkAddresses,
  type Machine,
  thisMachine,
} from "./machine.ts";

/** The certificate and the names of the server over HTTPS. */
export type Certificates = Awaited<ReturnType<typeof openCertificates>>;

/** The saved certificates, read before any write to the data folder: the site's own, or the server's CA. */
type SavedCertificates =
  | { readonly files: SiteFiles; readonly pair: ServerCertificate }
  | { readonly authority: CertificateAuthority | null };

/** Reads and validates the saved certificates without writing. Throws StartupError. */
export function readSavedCertificates({ https: { own }, dataFolder }: Config): SavedCertificates {
  if (own !== null) return { files: own, pair: readSiteCertificate(own) };
  return { authority: readAuthority(dataFolder) };
}

/** Dependencies of the certificates. */
interface CertificateDependencies extends RenewalDependencies {
  readonly config: Config;
  /** The mDNS name of the server, as in `tallybox-2.local`. */
  readonly mdnsName: string;
  readonly httpsPort: number;
  readonly machine?: Machine;
  /** Called when changed certificate files of the site are in use. */
  onCertificateChanged(): void;
}

/** Serves the certificate and renews it when due. Throws StartupError. */
export async function openCertificates(saved: SavedCertificates, dependencies: CertificateDependencies) {
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
    /** The CA's certificate; null with the site's own. */
    authority,
    /** Times are milliseconds since 1970. */
    status: () => ({
      httpsPort,
      /** SHA-256 fingerprint of the CA, 64 hexadecimal digits; null with the site's own certificate. */
      fingerprint,
      certificateExpiresAt: expiryOf(source.current().parsed),
      caExpiresAt: authority && expiryOf(authority),
      /** The certificate is the site's own, from files. */
      isFromSite: authority === null,
    }),
    /** The HTTPS address without a trailing slash. It has the requested host, if the certificate is for it. */
    addressFor,
    /** The host of `addressFor`; an IPv6 address in brackets. */
    hostFor,
    /** Sets the mDNS name of the server (`tallybox-2.local`). The certificate is reissued for it. */
    setName(name: string) {
      source.setName(name);
      scheduleCheck();
    },
    /** Renews the certificate now, if names, addresses, files or the time require it. Otherwise it is checked every five seconds. */
    check,
    /** Stops the checks; resolves when the last one has ended. */
    stop,
  };
}

function openSource(
  saved: SavedCertificates,
  { config, mdnsName, clock, log, machine = thisMachine, onCertificateChanged }: CertificateDependencies,
): Promise<CertificateSource> | CertificateSource {
  if ("files" in saved)
    return siteCertificateSource(saved.files, saved.pair, clock, log, onCertificateChanged);
  const { dataFolder, host, mdns } = config;
  const name = { mdnsName, isAnnounced: mdns.isEnabled };
  return issuedCertificateSource(saved.authority, { dataFolder, host, clock, log, machine, ...name });
}

function isNamedIn({ parsed }: ServerCertificate, host: string): boolean {
  return (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host, { subject: "never" })) !== undefined;
}

const CHECK_INTERVAL_MS = 5000;
const DAY_MS = 24 * 3_600_000;
/** Warning before the CA expires: more than a year for installing the next one on terminals. */
const WARN_BEFORE_MS = 400 * DAY_MS;

/** Dependencies of the renewal. */
interface RenewalDependencies {
  readonly clock: Clock;
  readonly log: Log;
  /** Uses this certificate for new connections; open connections continue. */
  serve(pair: ServerCertificate): void;
}

/**
 * Serves the certificate of the source and checks every five seconds, or on request, whether a new one is due. It never
 * rejects: an error is logged once, and the current certificate stays in use.
 */
function startRenewal(source: CertificateSource, { clock, log, serve }: RenewalDependencies) {
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
interface CertificateSource {
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

/** Renewal before expiry. A server that was off for a month still has a valid certificate. */
const RENEW_BEFORE_MS = 60 * DAY_MS;

/** Dependencies of the certificates that the server issues itself. */
interface IssuedSourceDependencies {
  readonly dataFolder: string;
  /** The address that the server listens on. */
  readonly host: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly machine: Machine;
  readonly mdnsName: string;
  /** False: no client finds the server by its mDNS name. */
  readonly isAnnounced: boolean;
}

/**
 * Creates the source of certificates that the server issues itself: a permanent CA, created at the first start (`saved` is
 * null), and a server certificate, reissued when names, addresses or the time require it. Throws StartupError when the files
 * can't be saved.
 */
async function issuedCertificateSource(
  saved: CertificateAuthority | null,
  dependencies: IssuedSourceDependencies,
): Promise<CertificateSource> {
  const { dataFolder, machine, clock, log } = dependencies;
  const { authority, keyText } = await openFiles(saved, dependencies);
  const key = createPrivateKey(keyText);
  let { mdnsName } = dependencies;
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
    preferredHost() {
      if (dependencies.isAnnounced) return mdnsName;
      const isNamed = (address: string) => isPermitted(authority.certificate.raw, address);
      return listNetworkAddresses(dependencies.host, machine).find(isNamed) ?? "localhost";
    },
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
    const reason = errorMessage(error);
    throw new StartupError(`${tlsFolder(dataFolder)}: the certificates can't be saved (${reason})`, kind);
  }
}

async function createAuthority(machine: Machine, clock: Clock) {
  // Loaded on demand: the library takes a quarter of the start.
  const { makeAuthority } = await import("./issue.ts");
  return makeAuthority(machine.hostName(), clock.wallTime());
}

/**
 * Creates the source of the site's own certificate: `first`, and then its changed files. With invalid files the current
 * certificate stays in use, because a renewal writes them one after the other. `onChanged` is called after a change.
 */
function siteCertificateSource(
  files: SiteFiles,
  first: ServerCertificate,
  clock: Clock,
  log: Log,
  onChanged: () => void,
): CertificateSource {
  let current = first;
  let readVersion = fileVersion(files);
  let rejected = "";
  // Plain HTTP goes on, and the console says what to do. A clock that is ahead at the start must not stop the server either.
  if (expiryOf(first.parsed) <= clock.wallTime())
    log.error({ until: first.parsed.validTo }, "the certificate of the site has expired");
  return {
    authority: null,
    current: () => current,
    async renew() {
      const version = fileVersion(files);
      if (version === readVersion) return null;
      try {
        current = readNewCertificate(files, clock.wallTime());
      } catch (error) {
        const reason = errorMessage(error);
        // Read again at each check: other permissions do not change the version.
        const found = `${version} ${reason}`;
        if (found !== rejected) log.error({ reason }, "changed certificate files rejected");
        rejected = found;
        return null;
      }
      readVersion = version;
      log.info({ until: current.parsed.validTo }, "changed certificate files loaded");
      onChanged();
      return current;
    },
    preferredHost: () => firstNameOf(current.parsed),
    setName() {
      // The names are those of the site's certificate.
    },
  };
}

function firstNameOf(certificate: X509Certificate): string {
  const names = certificate.subjectAltName?.split(", ") ?? [];
  const found = names.find((name) => name.startsWith("DNS:") && !name.includes("*"));
  return found?.slice("DNS:".length) ?? "localhost";
}

/** Paths of the site's own certificate and key. */
type SiteFiles = NonNullable<HttpsConfig["own"]>;

/** Like readSiteCertificate. Throws StartupError too where the certificate has expired at `now` (milliseconds since 1970). */
function readNewCertificate(files: SiteFiles, now: number): ServerCertificate {
  const found = readSiteCertificate(files);
  if (expiryOf(found.parsed) > now) return found;
  const reason = `expired on ${found.parsed.validToDate.toISOString()}`;
  throw fileError("Https:CertificateFile", files.certificateFile, reason);
}

/**
 * Reads the site's own certificate (with its chain) and key. Throws StartupError with the setting and the reason where one is
 * malformed or they do not match.
 */
function readSiteCertificate({ certificateFile, keyFile }: SiteFiles): ServerCertificate {
  const certificate = readNamed("Https:CertificateFile", certificateFile);
  const key = readNamed("Https:KeyFile", keyFile);
  const parsed = parseCertificate(certificate);
  if (parsed === null)
    throw fileError("Https:CertificateFile", certificateFile, "is not a certificate (PEM)");
  const parsedKey = parsePrivateKey(key);
  if (parsedKey === null)
    throw fileError("Https:KeyFile", keyFile, "is not a private key (PEM without a pass phrase)");
  if (!parsed.checkPrivateKey(parsedKey))
    throw fileError("Https:KeyFile", keyFile, "is not the key of the certificate");
  try {
    createSecureContext({ cert: certificate, key });
  } catch (error) {
    throw fileError(
      "Https:CertificateFile",
      certificateFile,
      error instanceof Error ? error.message : "is not valid",
    );
  }
  return { certificate, key, parsed };
}

/** Version text of both files: inodes, sizes and modification times. */
function fileVersion({ certificateFile, keyFile }: SiteFiles): string {
  return [certificateFile, keyFile]
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : "none";
    })
    .join(", ");
}

function readNamed(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(setting, path, `can't be read (${errorCode(error) ?? String(error)})`);
  }
}

function fileError(setting: string, path: string, problem: string): StartupError {
  return new StartupError(`${setting} ${path}: ${problem}`);
}
