import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../platform/config.ts";
import { readOrElse } from "../../platform/read-file.ts";
import { expiryOf, fingerprintOf, serverCertificatePath, tlsFolder } from "../tls/ca-files.ts";
import { formatTime } from "./format.ts";

/** Expiry and names of the certificates. */
export function describeCertificate({ https, dataFolder }: Config): string[] {
  if (https.port === null) return ["HTTPS is off"];
  if (https.own !== null) return describe("the site's own", https.own.certificateFile);
  const authority = read(join(tlsFolder(dataFolder), "ca.crt"));
  const lines = describe("the server's own", serverCertificatePath(dataFolder));
  if (authority === null) return lines;
  const groups = fingerprintOf(authority).match(/.{1,4}/g) ?? [];
  return [
    ...lines,
    `Certificate authority: ends ${formatTime(expiryOf(authority))}, SHA-256 ${groups.join(" ")}`,
  ];
}

function describe(owner: string, path: string): string[] {
  const certificate = read(path);
  if (certificate === null) return [`${owner}: ${path} does not exist or can't be read`];
  return [
    `Certificate, ${owner}: ends ${formatTime(expiryOf(certificate))}`,
    `for ${certificate.subjectAltName ?? "no name"}`,
  ];
}

function read(path: string): X509Certificate | null {
  const pem = readOrElse(() => readFileSync(path), null);
  return pem === null ? null : new X509Certificate(pem);
}
