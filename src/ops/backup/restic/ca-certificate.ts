import { X509Certificate } from "node:crypto";
import { msg } from "../../../domain/message.ts";
import { rule, text } from "../../../http/endpoint/fields.ts";

const MAX_LENGTH = 4000;
/** The recovery sheet contains it, whose code has space for one. */
const ONE = /^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----$/;

/** The certificate of a private authority, or a target's own one. Absent: an authority that Debian trusts. */
export const CaCertificate = text(MAX_LENGTH)
  .refine(...rule(isCertificate, msg("must be one certificate in PEM format (BEGIN CERTIFICATE)")))
  .optional()
  .describe(
    "PEM, for an address with https://: the certificate of a private authority, or the target's own one. Absent: an authority that Debian trusts",
  );

function isCertificate(pem: string): boolean {
  if (!ONE.test(pem)) return false;
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
