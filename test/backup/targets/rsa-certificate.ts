// The certificate library needs this import first.
import "reflect-metadata";
import { KeyObject } from "node:crypto";
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";
import type { Tls } from "./servers.ts";

const RSA = {
  ...{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 4096 },
  publicExponent: new Uint8Array([1, 0, 1]),
};
const DAY_MS = 86_400_000;

/** The self-signed certificate of a NAS on 127.0.0.1 with a key of RSA-4096 and so many names of hosts. */
export async function createRsaTls(names: number): Promise<Tls> {
  const keys = await crypto.subtle.generateKey(RSA, true, ["sign", "verify"]);
  const hosts = Array.from({ length: names }, (_, index) => ({
    ...{ type: "dns" as const, value: `nas${index}.warehouse-${crypto.randomUUID()}.example.com` },
  }));
  const made = await X509CertificateGenerator.createSelfSigned({
    ...{ name: "CN=nas.warehouse.example.com, O=Example Storage Company", signingAlgorithm: RSA, keys },
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 365 * DAY_MS),
    extensions: [new SubjectAlternativeNameExtension([...hosts, { type: "ip", value: "127.0.0.1" }])],
  });
  const certificate = `${made.toString("pem")}\n`;
  const key = KeyObject.from(keys.privateKey).export({ type: "pkcs8", format: "pem" }).toString();
  return { authority: certificate, certificate, key };
}
