import type { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { Clock } from "../../platform/clock.ts";
import type { HttpsConfig } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { expiryOf, parseCertificate, parsePrivateKey, type ServerCertificate } from "./ca-files.ts";
import type { CertificateSource } from "./renewal.ts";

/**
 * Creates the source of the site's own certificate: `first`, and then its changed files. With invalid files the current
 * certificate stays in use, because a renewal writes them one after the other. `onChanged` is called after a change.
 */
export function siteCertificateSource(
  files: SiteFiles,
  first: ServerCertificate,
  clock: Clock,
  log: Log,
  onChanged: () => void,
): CertificateSource {
  let current = first;
  let readVersion = fileVersion(files);
  return {
    authority: null,
    current: () => current,
    async renew() {
      const version = fileVersion(files);
      if (version === readVersion) return null;
      readVersion = version;
      try {
        current = readSiteCertificate(files, clock.now());
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.error({ reason }, "changed certificate files rejected");
        return null;
      }
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
export type SiteFiles = NonNullable<HttpsConfig["own"]>;

/**
 * Reads the site's own certificate (with its chain) and key. Throws StartupError with the setting and the reason where one is
 * malformed, they do not match, or the certificate has expired at `now` (milliseconds since 1970).
 */
export function readSiteCertificate({ certificateFile, keyFile }: SiteFiles, now: number): ServerCertificate {
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
  if (expiryOf(parsed) <= now)
    throw fileError(
      "Https:CertificateFile",
      certificateFile,
      `expired on ${parsed.validToDate.toISOString()}`,
    );
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
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw fileError(setting, path, `can't be read (${code})`);
  }
}

function fileError(setting: string, path: string, problem: string): StartupError {
  return new StartupError(`${setting} ${path}: ${problem}`);
}
