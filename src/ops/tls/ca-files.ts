import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseCertificate } from "../../platform/certificate-blocks.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { makeFolder, syncFolder, writeSmallFile } from "../../storage/files/durable-files.ts";
import { UNFINISHED_PREFIX } from "../../storage/files/file-names.ts";
import type { CertificateAndKey } from "./issue.ts";

// Certificate files of the server: <data folder>/tls/{ca,server}.{crt,key}, PEM.

/** The server's certificate authority (CA), validated. */
export interface CertificateAuthority {
  readonly certificate: X509Certificate;
  readonly pem: string;
  readonly key: KeyObject;
}

/** A server certificate with its key. */
export interface ServerCertificate extends CertificateAndKey {
  readonly parsed: X509Certificate;
}

/** Path of the certificate folder in a data folder. */
export function tlsFolder(dataFolder: string): string {
  return join(dataFolder, "tls");
}

/**
 * Reads the CA of the data folder; null before the first start. Throws StartupError when one of its files is missing or
 * damaged: no terminal would trust a new CA.
 */
export function readAuthority(dataFolder: string): CertificateAuthority | null {
  const folder = tlsFolder(dataFolder);
  const [certificatePath, keyPath] = [join(folder, "ca.crt"), join(folder, "ca.key")];
  const [pem, keyText] = [readSmallFile(certificatePath), readSmallFile(keyPath)];
  if (pem === null && keyText === null) return null;
  // The first start was interrupted between the two files, so this CA was never used.
  if (pem === null && readSmallFile(serverCertificatePath(dataFolder)) === null) return null;
  if (pem === null) throw damagedError(certificatePath, "is missing, but ca.key is there");
  if (keyText === null) throw damagedError(keyPath, "is missing, but ca.crt is there");
  const certificate = parseCertificate(pem);
  if (!certificate?.ca) throw damagedError(certificatePath, "is not a CA's certificate");
  const key = parsePrivateKey(keyText);
  if (key === null) throw damagedError(keyPath, "is not a private key");
  if (!certificate.checkPrivateKey(key)) throw damagedError(keyPath, "is not the key of ca.crt");
  return { certificate, pem, key };
}

function damagedError(path: string, problem: string): StartupError {
  return new StartupError(
    `${path}: ${problem}; restore it from a backup (or remove the whole folder: terminals must then trust the server again)`,
    "damaged",
  );
}

/** Writes a new CA, the certificate last. First removes the server certificate, which marks a complete CA. */
export function saveAuthority(
  dataFolder: string,
  { certificate, key }: CertificateAndKey,
): CertificateAuthority {
  const folder = tlsFolder(dataFolder);
  rmSync(serverCertificatePath(dataFolder), { force: true });
  writeSmallFile(join(folder, "ca.key"), key);
  writeSmallFile(join(folder, "ca.crt"), certificate);
  return { certificate: new X509Certificate(certificate), pem: certificate, key: createPrivateKey(key) };
}

/**
 * Replaces the CA. The next start creates a server key and certificate with it. An interruption leaves the old CA, the new one,
 * or none; without one the next start creates it.
 */
export function replaceAuthority(dataFolder: string, pair: CertificateAndKey): CertificateAuthority {
  const folder = tlsFolder(dataFolder);
  // In this order: without server.crt a missing ca.crt counts as an unused CA (readAuthority).
  for (const name of ["server.crt", "server.key", "ca.crt"]) {
    rmSync(join(folder, name), { force: true });
    syncFolder(folder);
  }
  return saveAuthority(dataFolder, pair);
}

/** Creates the folder if it is missing, sets mode 0700, and removes unfinished files of an interrupted start. */
export function prepareTlsFolder(dataFolder: string): void {
  const folder = tlsFolder(dataFolder);
  makeFolder(folder);
  // A copy from a USB stick may be readable by other users.
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) if (name.startsWith(UNFINISHED_PREFIX)) rmSync(join(folder, name));
}

/** Reads the key of the server certificate (PEM). Replaces a missing or damaged one, because clients trust only the CA. */
export function ensureServerKey(dataFolder: string): string {
  const path = join(tlsFolder(dataFolder), "server.key");
  const saved = readSmallFile(path);
  if (saved !== null && parsePrivateKey(saved)?.asymmetricKeyDetails?.namedCurve === "prime256v1")
    return saved;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  writeSmallFile(path, pem);
  return pem;
}

/** Reads the saved server certificate; null unless this CA has signed it for this key. */
export function readServerCertificate(
  dataFolder: string,
  authority: CertificateAuthority,
  key: string,
): ServerCertificate | null {
  const certificate = readSmallFile(serverCertificatePath(dataFolder));
  const parsed = certificate === null ? null : parseCertificate(certificate);
  if (certificate === null || parsed === null) return null;
  const isValid =
    parsed.verify(authority.certificate.publicKey) && parsed.checkPrivateKey(createPrivateKey(key));
  return isValid ? { certificate, key, parsed } : null;
}

/** Path of the server certificate in a data folder. */
export function serverCertificatePath(dataFolder: string): string {
  return join(tlsFolder(dataFolder), "server.crt");
}

/** Parses the private key of a PEM text; null where it is not valid or needs a passphrase. */
export function parsePrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

/** Expiry of a certificate in milliseconds since 1970. */
export function expiryOf(certificate: X509Certificate): number {
  return certificate.validToDate.getTime();
}

/** SHA-256 fingerprint of a certificate: 64 hexadecimal digits in lower case. */
export function fingerprintOf(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(":", "").toLowerCase();
}

/** The same in groups of four digits, for people who compare it. */
export function shownFingerprint(certificate: X509Certificate): string {
  return fingerprintOf(certificate).replaceAll(/.{4}(?!$)/g, "$& ");
}

/** The common name of a certificate's subject. */
export function commonNameOf(certificate: X509Certificate): string {
  return /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? "";
}
