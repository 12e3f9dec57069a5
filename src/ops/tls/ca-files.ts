import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { UNFINISHED_PREFIX } from "../../storage/file-names.ts";
import { makeFolder, syncFolder, writeSmallFile } from "../../storage/files.ts";
import type { CertificateAndKey } from "./issue.ts";

// The box's own files: <data folder>/tls/{ca,server}.{crt,key}, PEM.

/** The box's CA, read and checked. */
export interface CertificateAuthority {
  readonly certificate: X509Certificate;
  readonly pem: string;
  readonly key: KeyObject;
}

/** A server certificate with its key, as a TLS server takes them. */
export interface ServerCertificate extends CertificateAndKey {
  readonly parsed: X509Certificate;
}

/** The folder of the box's certificates in a data folder. */
export function tlsFolder(dataFolder: string): string {
  return join(dataFolder, "tls");
}

/**
 * The CA that the data folder holds, null before the first start. Nothing is touched. Throws StartRefused when one of its
 * files is missing or damaged: another CA in its place would untrust every terminal without a word.
 */
export function readAuthority(dataFolder: string): CertificateAuthority | null {
  const folder = tlsFolder(dataFolder);
  const [certificatePath, keyPath] = [join(folder, "ca.crt"), join(folder, "ca.key")];
  const [pem, keyText] = [readSmallFile(certificatePath), readSmallFile(keyPath)];
  if (pem === null && keyText === null) return null;
  // The first start ended between the two files: nobody can have seen this CA.
  if (pem === null && readSmallFile(serverCertificatePath(dataFolder)) === null) return null;
  if (pem === null) throw lost(certificatePath, "is missing, but ca.key is there");
  if (keyText === null) throw lost(keyPath, "is missing, but ca.crt is there");
  const certificate = parseCertificate(pem);
  if (!certificate?.ca) throw lost(certificatePath, "is not a CA's certificate");
  const key = parsePrivateKey(keyText);
  if (key === null) throw lost(keyPath, "is not a private key");
  if (!certificate.checkPrivateKey(key)) throw lost(keyPath, "is not the key of ca.crt");
  return { certificate, pem, key };
}

function lost(path: string, what: string): StartupError {
  return new StartupError(
    `${path}: ${what}; put it back from a backup (or remove all of the folder: terminals must then trust the server anew)`,
    "damaged",
  );
}

/** Writes a new CA, the certificate last. What an earlier CA has signed goes first: it tells that a CA was whole. */
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
 * Puts a new CA in the place of the one that is kept; the next start makes a server key and certificate under it. Cut off at
 * any point it leaves the old CA, the new one, or none: then the next start makes one.
 */
export function replaceAuthority(dataFolder: string, pair: CertificateAndKey): CertificateAuthority {
  const folder = tlsFolder(dataFolder);
  // In this order: without server.crt a missing ca.crt counts as a CA that nobody has seen (readAuthority).
  for (const name of ["server.crt", "server.key", "ca.crt"]) {
    rmSync(join(folder, name), { force: true });
    syncFolder(folder);
  }
  return saveAuthority(dataFolder, pair);
}

/** Makes the folder where it is missing, the box's alone (0700), and removes what a power cut left unfinished in it. */
export function prepareTlsFolder(dataFolder: string): void {
  const folder = tlsFolder(dataFolder);
  makeFolder(folder);
  // A copy that came from a stick may be open to everybody.
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) if (name.startsWith(UNFINISHED_PREFIX)) rmSync(join(folder, name));
}

/** The key of the server certificate (PEM); a missing or damaged one is made anew, for nobody trusts it by itself. */
export function ensureServerKey(dataFolder: string): string {
  const path = join(tlsFolder(dataFolder), "server.key");
  const kept = readSmallFile(path);
  if (kept !== null && parsePrivateKey(kept)?.asymmetricKeyDetails?.namedCurve === "prime256v1") return kept;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const made = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  writeSmallFile(path, made);
  return made;
}

/** The kept server certificate, null unless this CA has signed it for this key. */
export function readServerCertificate(
  dataFolder: string,
  authority: CertificateAuthority,
  key: string,
): ServerCertificate | null {
  const certificate = readSmallFile(serverCertificatePath(dataFolder));
  const read = certificate === null ? null : parseCertificate(certificate);
  if (certificate === null || read === null) return null;
  const isOurs = read.verify(authority.certificate.publicKey) && read.checkPrivateKey(createPrivateKey(key));
  return isOurs ? { certificate, key, parsed: read } : null;
}

/** Where the server certificate stands. */
export function serverCertificatePath(dataFolder: string): string {
  return join(tlsFolder(dataFolder), "server.crt");
}

/** The first certificate of a PEM text, null where it is none. */
export function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** The private key of a PEM text, null where it is none (or needs a pass phrase). */
export function parsePrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

/** When a certificate ends, milliseconds since 1970. */
export function expiryOf(certificate: X509Certificate): number {
  return certificate.validToDate.getTime();
}

/** SHA-256 of a certificate, 64 hex digits in lower case. */
export function fingerprintOf(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(":", "").toLowerCase();
}

/** The common name of a certificate's subject. */
export function commonNameOf(certificate: X509Certificate): string {
  return /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? "";
}
