import type { X509Certificate } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { ServerCertificate } from "./ca-files.ts";
import { fileVersion, readSiteCertificate, type SiteFiles } from "./site-files.ts";
import type { CertificateSource } from "./source.ts";

/**
 * The site's own certificate, read at the start (`first`) and again whenever one of its files changes. Files that can't be
 * used leave the one in use as it is: a renewal writes them one after the other. `onChanged` is called when others are used.
 */
export function siteCertificateSource(
  files: SiteFiles,
  first: ServerCertificate,
  clock: Clock,
  log: Log,
  onChanged: () => void,
): CertificateSource {
  let current = first;
  let seen = fileVersion(files);
  return {
    authority: null,
    current: () => current,
    async renew() {
      const stamp = fileVersion(files);
      if (stamp === seen) return null;
      seen = stamp;
      try {
        current = readSiteCertificate(files, clock.now());
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.error({ reason }, "the changed certificate files are not used");
        return null;
      }
      log.info({ until: current.parsed.validTo }, "the changed certificate files are used");
      onChanged();
      return current;
    },
    preferredHost: () => firstNameOf(current.parsed),
    setName() {
      // The site has chosen the names.
    },
  };
}

function firstNameOf(certificate: X509Certificate): string {
  const names = certificate.subjectAltName?.split(", ") ?? [];
  const found = names.find((name) => name.startsWith("DNS:") && !name.includes("*"));
  return found?.slice("DNS:".length) ?? "localhost";
}
