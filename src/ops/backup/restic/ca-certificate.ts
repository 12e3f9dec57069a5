import { X509Certificate } from "node:crypto";
import { msg } from "../../../domain/message.ts";
import { lines, rule } from "../../../http/endpoint/fields.ts";
import { certificateBlocks } from "../../../platform/certificate-blocks.ts";

/** With the text that programs print around it. */
const MAX_LENGTH = 20_000;

/** The certificate of a private authority, or a target's own one. Absent: an authority that Debian trusts. */
export const CaCertificate = lines(MAX_LENGTH)
  .refine(
    // The code of the recovery sheet has space for one.
    ...rule(
      (pem: string) => certificateBlocks(pem).length <= 1,
      msg("must be exactly one certificate: paste only that of the authority"),
    ),
  )
  .transform((pem) => certificateBlocks(pem)[0] ?? pem)
  .refine(...rule(isCertificate, msg("must be one certificate in PEM format (BEGIN CERTIFICATE)")))
  .optional()
  .describe(
    "PEM, for an address with https://: the certificate of a private authority, or the target's own one. Text around it is ignored. Absent: an authority that Debian trusts",
  );

function isCertificate(pem: string): boolean {
  if (certificateBlocks(pem)[0] !== pem) return false;
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
