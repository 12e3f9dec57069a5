import { X509Certificate } from "node:crypto";
import { msg } from "../../../domain/message.ts";
import { rule, text } from "../../../http/endpoint/fields.ts";

/** With the text that programs print around it. */
const MAX_LENGTH = 20_000;
const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificate of a private authority, or a target's own one. Absent: an authority that Debian trusts. */
export const CaCertificate = text(MAX_LENGTH)
  .refine(
    // The code of the recovery sheet has space for one.
    ...rule(
      (pem: string) => blocksOf(pem).length <= 1,
      msg("must be exactly one certificate: paste only that of the authority"),
    ),
  )
  .transform((pem) => blocksOf(pem)[0] ?? pem)
  .refine(...rule(isCertificate, msg("must be one certificate in PEM format (BEGIN CERTIFICATE)")))
  .optional()
  .describe(
    "PEM, for an address with https://: the certificate of a private authority, or the target's own one. Text around it is ignored. Absent: an authority that Debian trusts",
  );

const blocksOf = (pem: string): readonly string[] => pem.match(BLOCK) ?? [];

function isCertificate(pem: string): boolean {
  if (blocksOf(pem)[0] !== pem) return false;
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
