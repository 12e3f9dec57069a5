import type { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Endpoint, publicQuery } from "../../http/endpoint/endpoint.ts";
import { NO_CONTENT_POLICY } from "../../http/endpoint/response.ts";
import { isLoopback } from "../../http/limits/client-address.ts";
import { portInUrl } from "../../http/server/listener.ts";
import type { Locale } from "../../i18n/locales.ts";
import { LOCALE_CODES } from "../../i18n/locales.ts";
import { commonNameOf } from "./ca-files.ts";
import type { Certificates } from "./certificates.ts";
import { nothingToInstallPage, trustPage } from "./page/page.ts";
import { appleProfile } from "./profile.ts";

const PAGE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HTML = "text/html; charset=utf-8";
const CERTIFICATE = "application/x-x509-ca-cert";
const PROFILE = "application/x-apple-aspen-config";

const PAGE_FILES = [
  { path: "/trust/page.css", file: "page.css", contentType: "text/css; charset=utf-8" },
  { path: "/trust/page.js", file: "page.js", contentType: "text/javascript; charset=utf-8" },
] as const;

/** Endpoints for downloading the server's CA, and the page with installation steps. `httpPort`: the port of plain HTTP. */
export function trustRoutes(certificates: Certificates | null, httpPort: number): Endpoint[] {
  const errors = { 404: "HTTPS is off, or the certificate is the site's own" };
  return [
    publicQuery(
      "GET",
      "/ca.crt",
      {
        operationId: "getCertificateAuthority",
        summary: "The CA certificate of this server (DER)",
        description: "DER, the format that every system accepts. `GET /trust` shows how to install it.",
        response: z.file().mime([CERTIFICATE]),
        overHttp: "always",
        errors,
      },
      () => {
        const bytes = demandAuthority(certificates).raw;
        // With a sandbox some browsers do not pass the file to the system.
        const policy = NO_CONTENT_POLICY;
        return { kind: "bytes", bytes, contentType: CERTIFICATE, policy, fileName: "tallybox-ca.crt" };
      },
    ),
    publicQuery(
      "GET",
      "/ca.mobileconfig",
      {
        operationId: "getCertificateAuthorityProfile",
        summary: "The CA certificate of this server as a profile for iPhone and iPad",
        response: z.file().mime([PROFILE]),
        overHttp: "always",
        errors,
      },
      () => {
        const bytes = Buffer.from(appleProfile(demandAuthority(certificates)));
        return { kind: "bytes", bytes, contentType: PROFILE, policy: NO_CONTENT_POLICY };
      },
    ),
    publicQuery(
      "GET",
      "/trust",
      {
        operationId: null,
        summary: "Page with steps for installing the CA on phones, terminals and computers",
        query: { language: z.enum(LOCALE_CODES).optional() },
        response: z.file().mime([HTML]),
        overHttp: "always",
      },
      ({ query, language, host }) => {
        const bytes = Buffer.from(pageFor(certificates, httpPort, host, query.language ?? language));
        return { kind: "bytes", bytes, contentType: HTML, policy: PAGE_POLICY };
      },
    ),
    ...PAGE_FILES.map(({ path, file, contentType }) =>
      publicQuery(
        "GET",
        path,
        {
          operationId: null,
          summary: "A file of the page",
          response: z.file().mime([contentType]),
          overHttp: "always",
        },
        () => {
          const filePath = join(import.meta.dirname, "page", file);
          return { kind: "file", path: filePath, contentType, size: statSync(filePath).size };
        },
      ),
    ),
  ];
}

function demandAuthority(certificates: Certificates | null): X509Certificate {
  if (certificates === null) throw new NotFound(msg("HTTPS is off on this server."));
  if (certificates.authority !== null) return certificates.authority;
  throw new NotFound(msg("This server uses a certificate of your site. It has no CA of its own to install."));
}

function pageFor(
  certificates: Certificates | null,
  httpPort: number,
  host: string,
  language: Locale,
): string {
  if (certificates === null) return nothingToInstallPage("off", language);
  const { authority } = certificates;
  if (authority === null) return nothingToInstallPage("siteOwn", language);
  // Other devices can't reach a loopback address.
  const shared = certificates.hostFor(isLoopback(host) || host === "localhost" ? "" : host);
  return trustPage(
    {
      name: commonNameOf(authority),
      sha256: authority.fingerprint256,
      sha1: authority.fingerprint,
      httpsAddress: certificates.addressFor(host),
      pageAddress: `http://${shared}${portInUrl(httpPort, 80)}/trust`,
    },
    language,
  );
}
