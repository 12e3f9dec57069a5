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
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts";
import { commonNameOf, fingerprintOf } from "./ca-files.ts";
import type { Certificates } from "./certificates.ts";
import { nothingToInstallPage, trustPage } from "./page/page.ts";

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
    publicQuery("GET", "/ca.crt", {
      operationId: "getCertificateAuthority",
      summary: "The CA certificate of this server (DER)",
      description: "DER, the format that every system accepts. `GET /trust` shows how to install it.",
      response: z.file().mime([CERTIFICATE]),
      overHttp: "always",
      errors,
      run() {
        const bytes = getAuthority(certificates).raw;
        // With a sandbox some browsers do not pass the file to the system.
        const policy = NO_CONTENT_POLICY;
        return { kind: "bytes", bytes, contentType: CERTIFICATE, policy, fileName: "tallybox-ca.crt" };
      },
    }),
    publicQuery("GET", "/ca.mobileconfig", {
      operationId: "getCertificateAuthorityProfile",
      summary: "The CA certificate of this server as a profile for iPhone and iPad",
      response: z.file().mime([PROFILE]),
      overHttp: "always",
      errors,
      run() {
        const bytes = Buffer.from(appleProfile(getAuthority(certificates)));
        return { kind: "bytes", bytes, contentType: PROFILE, policy: NO_CONTENT_POLICY };
      },
    }),
    publicQuery("GET", "/trust", {
      operationId: null,
      summary: "Page with steps for installing the CA on phones, terminals and computers",
      query: { language: z.enum(LOCALE_CODES).optional() },
      response: z.file().mime([HTML]),
      overHttp: "always",
      run({ query, language, host }) {
        const bytes = Buffer.from(pageFor(certificates, httpPort, host, query.language ?? language));
        return { kind: "bytes", bytes, contentType: HTML, policy: PAGE_POLICY };
      },
    }),
    ...PAGE_FILES.map(({ path, file, contentType }) =>
      publicQuery("GET", path, {
        operationId: null,
        summary: "A file of the page",
        response: z.file().mime([contentType]),
        overHttp: "always",
        run() {
          const filePath = join(import.meta.dirname, "page", file);
          return { kind: "file", path: filePath, contentType, size: statSync(filePath).size };
        },
      }),
    ),
  ];
}

function getAuthority(certificates: Certificates | null): X509Certificate {
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

/**
 * The CA as an unsigned Apple configuration profile (Apple, "Certificate Root payload settings"). Safari passes a profile to
 * the system; some of its releases only save a bare certificate as a file. The ids come from the certificate, so that a second
 * installation replaces the first one.
 */
function appleProfile(certificate: X509Certificate): string {
  const digits = fingerprintOf(certificate).toUpperCase();
  const name = commonNameOf(certificate);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>local.tallybox.ca.${digits.slice(0, 16)}</string>
  <key>PayloadUUID</key><string>${uuidOf(digits.slice(0, 32))}</string>
  <key>PayloadDisplayName</key><string>${name}</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>local.tallybox.ca.${digits.slice(0, 16)}.root</string>
      <key>PayloadUUID</key><string>${uuidOf(digits.slice(32))}</string>
      <key>PayloadDisplayName</key><string>${name}</string>
      <key>PayloadContent</key><data>${certificate.raw.toString("base64")}</data>
    </dict>
  </array>
</dict>
</plist>
`;
}

function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
