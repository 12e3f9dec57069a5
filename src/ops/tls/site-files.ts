import { readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { HttpsConfig } from "../../platform/config.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { expiryOf, parseCertificate, parsePrivateKey, type ServerCertificate } from "./ca-files.ts";

/** Where the site's own certificate and key are. */
export type SiteFiles = NonNullable<HttpsConfig["own"]>;

/**
 * The site's own certificate (with its chain) and key, checked: well-formed, belonging together, not over at `now`
 * (milliseconds since 1970). Throws StartRefused with the setting's name and the reason.
 */
export function readSiteCertificate({ certificateFile, keyFile }: SiteFiles, now: number): ServerCertificate {
  const certificate = readNamed("Https:CertificateFile", certificateFile);
  const key = readNamed("Https:KeyFile", keyFile);
  const read = parseCertificate(certificate);
  if (read === null) throw refused("Https:CertificateFile", certificateFile, "is not a certificate (PEM)");
  const readKey = parsePrivateKey(key);
  if (readKey === null)
    throw refused("Https:KeyFile", keyFile, "is not a private key (PEM without a pass phrase)");
  if (!read.checkPrivateKey(readKey))
    throw refused("Https:KeyFile", keyFile, "is not the key of the certificate");
  if (expiryOf(read) <= now)
    throw refused("Https:CertificateFile", certificateFile, `has ended on ${read.validToDate.toISOString()}`);
  try {
    createSecureContext({ cert: certificate, key });
  } catch (error) {
    throw refused(
      "Https:CertificateFile",
      certificateFile,
      error instanceof Error ? error.message : "is bad",
    );
  }
  return { certificate, key, parsed: read };
}

/** Changes whenever one of the files does: their times, sizes and inodes. */
export function fileVersion({ certificateFile, keyFile }: SiteFiles): string {
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
    throw refused(setting, path, `can't be read (${code})`);
  }
}

function refused(setting: string, path: string, what: string): StartupError {
  return new StartupError(`${setting} ${path}: ${what}`);
}
