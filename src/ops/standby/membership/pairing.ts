import {
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  X509Certificate,
} from "node:crypto";
import { z } from "zod";
import { randomCode } from "../../../access/secrets/codes.ts";
import { parseJson } from "../../../platform/parse-json.ts";
import { prepareTlsFolder, readAuthority, saveAuthority } from "../../tls/ca-files.ts";
import type { Machine } from "../../tls/machine.ts";
import { signEpoch } from "./epoch.ts";
import type { Membership, PeerAddress } from "./membership.ts";

/** Time in which the standby must join. */
const VALID_MS = 15 * 60_000;
const PREFIX = "tallybox-standby:1:";

const PairingText = z.object({
  addresses: z.array(z.string().max(100)).min(1).max(50),
  port: z.int(),
  /** Fingerprint of the primary's peer certificate. */
  fingerprint: z.string().max(100),
  secret: z.string().max(200),
});
/** What a new standby needs to know: where the primary is, by what it is known, and a secret for one use. */
type PairingText = z.output<typeof PairingText>;

/** A pair without its second machine. */
export interface Pairing {
  readonly text: string;
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The membership of the primary, but for its peer. */
  readonly membership: Omit<Membership, "peer">;
}

/** Creates the keys of a new pair, in memory. The CA of the data folder issues the peer certificates. */
export async function beginPairing(
  folder: string,
  machine: Machine,
  now: number,
): Promise<Pairing["membership"]> {
  const { issuePeerCertificate, makeAuthority } = await import("../../tls/issue.ts");
  // Where HTTPS is off there is no folder for it yet.
  prepareTlsFolder(folder);
  const authority =
    readAuthority(folder) ?? saveAuthority(folder, await makeAuthority(machine.hostName(), now));
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = { certificate: authority.pem, key: authority.key };
  const certificate = await issuePeerCertificate(issuer, own.publicKey, "primary", now);
  const pairKey = generateKeyPairSync("ed25519").privateKey;
  const pair = randomBytes(12).toString("base64url");
  const at = new Date(now).toISOString();
  const epoch = signEpoch(pairKey, { pair, epoch: 1, machine: fingerprintOf(certificate), at });
  return {
    pair,
    pairKey: pemOf(pairKey),
    epoch,
    promotionCode: randomCode(4, 4),
    role: "primary",
    certificate,
    key: pemOf(own.privateKey),
    former: null,
    isHistoryDue: false,
    usesPreparedAddress: false,
    split: null,
    isPrepared: true,
  };
}

/**
 * The membership with which a promoted machine accepts another standby. The pair goes on, so that the former primary still accepts
 * this machine's certificate and epoch.
 */
export function continuePairing(membership: Membership): Pairing["membership"] {
  return { ...membership, promotionCode: randomCode(4, 4) };
}

/** The pairing with the secret and the text that the new standby gets. */
export function pairingOf(membership: Pairing["membership"], machine: PeerAddress, now: number): Pairing {
  const secret = randomBytes(24).toString("base64url");
  const content: PairingText = { ...machine, fingerprint: fingerprintOf(membership.certificate), secret };
  const text = PREFIX + Buffer.from(JSON.stringify(content)).toString("base64url");
  return { membership, secret, text, expiresAt: now + VALID_MS };
}

/** Parses the text that an Admin has copied from the primary; null: it is not one. */
export function parsePairingText(text: string): PairingText | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith(PREFIX)) return null;
  const content = Buffer.from(trimmed.slice(PREFIX.length), "base64url").toString();
  return PairingText.safeParse(parseJson(content)).data ?? null;
}

/** Whether this is the secret of the pairing, in time. */
export function isSecretOf({ secret, expiresAt }: Pairing, given: string, now: number): boolean {
  const [own, other] = [Buffer.from(secret), Buffer.from(given)];
  return now < expiresAt && own.length === other.length && timingSafeEqual(own, other);
}

/** Fingerprint of a peer certificate (PEM), as TLS sockets have it. */
export function fingerprintOf(certificate: string): string {
  return new X509Certificate(certificate).fingerprint256;
}

/** A private key as PEM (PKCS 8). */
export function pemOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
