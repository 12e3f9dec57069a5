import type { CertificateAuthority, ServerCertificate } from "./ca-files.ts";

/** Where the server's certificate comes from: the box itself, or files of the site. */
export interface CertificateSource {
  /** The box's CA; null with the site's own certificate. */
  readonly authority: CertificateAuthority | null;
  current(): ServerCertificate;
  /** Looks whether it is time for another certificate; gives it, null while the current one serves. */
  renew(): Promise<ServerCertificate | null>;
  /** The name by which the certificate is best asked. */
  preferredHost(): string;
  /** The box's name on the network has become another (`tallybox-2.local`). */
  setName(name: string): void;
}
