// The certificate library needs this import first.
import "reflect-metadata";
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { RELEASED } from "../../platform/version.ts";
import { type CertificateNames, nameConstraints } from "./machine.ts";

const DAY_MS = 24 * 3_600_000;
const AUTHORITY_DAYS = 3652;
/** With the day before `now` 397 days, the longest validity that browsers accept. */
const SERVER_DAYS = 396;
const CURVE = { name: "ECDSA", namedCurve: "P-256" };
const SIGNING = { name: "ECDSA", hash: "SHA-256" };
const NAME_CONSTRAINTS = "2.5.29.30";

/** A certificate and its private key, as PEM. */
export interface CertificateAndKey {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Creates a CA for this server. It is valid from the release of the program until ten years after `now` (milliseconds since
 * 1970). It may issue server certificates for names of local networks and of the machine, but no further CA. Its name contains
 * a part of the hash of its key, so that a trust store can contain the CAs of several servers.
 */
export async function makeAuthority(hostName: string, now: number): Promise<CertificateAndKey> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
  const keys = {
    privateKey: await importSigningKey(privateKey),
    publicKey: await importPublicKey(publicKey),
  };
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: makeSerialNumber(),
    name: [{ CN: [`tallybox CA ${id.slice(0, 8).toUpperCase()}`] }, { O: ["tallybox"] }],
    notBefore: new Date(RELEASED - DAY_MS),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY_MS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new Extension(NAME_CONSTRAINTS, true, new Uint8Array(nameConstraints(hostName))),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { certificate: `${certificate.toString("pem")}\n`, key };
}

/** What signs a certificate: the certificate of the CA (PEM), and its key. */
interface Issuer {
  readonly certificate: string;
  readonly key: KeyObject;
}

/** Issues a server certificate (PEM) for these names. It is valid from a day before `now`, at most until the CA expires. */
export async function issueServerCertificate(
  authority: Issuer,
  serverKey: KeyObject,
  names: CertificateNames,
  now: number,
): Promise<string> {
  const end = now + SERVER_DAYS * DAY_MS;
  const usages = [ExtendedKeyUsage.serverAuth];
  return issue(authority, createPublicKey(serverKey), names, { now, end, usages });
}

/**
 * Issues the certificate (PEM) by which the machines of a pair know each other, as server and as client. It is valid as long as
 * the CA: each machine accepts exactly the other's certificate.
 */
export function issuePeerCertificate(
  authority: Issuer,
  publicKey: KeyObject,
  name: string,
  now: number,
): Promise<string> {
  const usages = [ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth];
  const names = { hosts: [`${name}.tallybox.internal`], addresses: [] };
  return issue(authority, publicKey, names, { now, end: Number.POSITIVE_INFINITY, usages });
}

async function issue(
  authority: Issuer,
  subjectKey: KeyObject,
  { hosts, addresses }: CertificateNames,
  {
    now,
    end,
    usages,
  }: { readonly now: number; readonly end: number; readonly usages: readonly ExtendedKeyUsage[] },
): Promise<string> {
  const issuer = new X509Certificate(authority.certificate);
  const publicKey = await importPublicKey(subjectKey);
  const names = [
    ...hosts.map((value) => ({ type: "dns" as const, value })),
    ...addresses.map((value) => ({ type: "ip" as const, value })),
  ];
  const certificate = await X509CertificateGenerator.create({
    serialNumber: makeSerialNumber(),
    subject: [{ CN: [hosts[0] ?? "localhost"] }, { O: ["tallybox"] }],
    issuer: issuer.subject,
    notBefore: new Date(Math.max(now - DAY_MS, issuer.notBefore.getTime())),
    notAfter: new Date(Math.min(end, issuer.notAfter.getTime())),
    signingAlgorithm: SIGNING,
    signingKey: await importSigningKey(authority.key),
    publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([...usages]),
      new SubjectAlternativeNameExtension(names),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return `${certificate.toString("pem")}\n`;
}

function importSigningKey(key: KeyObject): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", key.export({ format: "jwk" }), CURVE, false, ["sign"]);
}

function importPublicKey(key: KeyObject): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", key.export({ format: "jwk" }), CURVE, true, ["verify"]);
}

/** 127 random bits, positive (RFC 5280, 4.1.2.2). */
function makeSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString("hex");
}
