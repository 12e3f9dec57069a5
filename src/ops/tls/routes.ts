import type { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { type Locale, msg } from "../../domain/message.ts";
import { type Endpoint, publicQuery } from "../../http/endpoint/endpoint.ts";
import { isLoopback } from "../../http/server/client-address.ts";
import { portInUrl } from "../../http/server/ports.ts";
import { NO_CONTENT_POLICY } from "../../http/static/content-policy.ts";
import { commonNameOf } from "./ca-files.ts";
import type { Certificates } from "./certificates.ts";
import { nothingToInstallPage, trustPage } from "./page/page.ts";
import { appleProfile } from "./profile.ts";

const PAGE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HTML = "text/html; charset=utf-8";
const CERTIFICATE = "application/x-x509-ca-cert";
const PROFILE = "application/x-apple-aspen-config";

const PARTS = [
  { path: "/trust/page.css", file: "page.css", contentType: "text/css; charset=utf-8" },
  { path: "/trust/page.js", file: "page.js", contentType: "text/javascript; charset=utf-8" },
] as const;

/** The box's CA to download, and the page that helps to install it; `httpPort` is the port of plain HTTP. */
export function trustRoutes(trust: Certificates | null, httpPort: number): Endpoint[] {
  const refusals = { 404: "HTTPS is off, or the certificate is the site's own" };
  return [
    publicQuery(
      "GET",
      "/ca.crt",
      {
        operationId: "getCertificateAuthority",
        summary: "The CA of this server, to install (DER)",
        description: "DER, the form that every system takes. `GET /trust` helps to install it.",
        response: z.file().mime([CERTIFICATE]),
        overHttp: "always",
        errors: refusals,
      },
      () => {
        const bytes = demandAuthority(trust).raw;
        // In a sandbox some browsers do not hand the file to the system.
        const policy = NO_CONTENT_POLICY;
        return { kind: "bytes", bytes, contentType: CERTIFICATE, policy, fileName: "tallybox-ca.crt" };
      },
    ),
    publicQuery(
      "GET",
      "/ca.mobileconfig",
      {
        operationId: "getCertificateAuthorityProfile",
        summary: "The CA of this server as a profile for iPhone and iPad",
        response: z.file().mime([PROFILE]),
        overHttp: "always",
        errors: refusals,
      },
      () => {
        const bytes = Buffer.from(appleProfile(demandAuthority(trust)));
        return { kind: "bytes", bytes, contentType: PROFILE, policy: NO_CONTENT_POLICY };
      },
    ),
    publicQuery(
      "GET",
      "/trust",
      {
        operationId: null,
        summary: "A page that helps to install the CA on phones, terminals and computers",
        query: { language: z.enum(["en", "cs"]).optional() },
        response: z.file().mime([HTML]),
        overHttp: "always",
      },
      ({ query, language, host }) => {
        const bytes = Buffer.from(pageFor(trust, httpPort, host, query.language ?? language));
        return { kind: "bytes", bytes, contentType: HTML, policy: PAGE_POLICY };
      },
    ),
    ...PARTS.map(({ path, file, contentType }) =>
      publicQuery(
        "GET",
        path,
        {
          operationId: null,
          summary: "Part of the page",
          response: z.file().mime([contentType]),
          overHttp: "always",
        },
        () => {
          const own = join(import.meta.dirname, "page", file);
          return { kind: "file", path: own, contentType, size: statSync(own).size };
        },
      ),
    ),
  ];
}

function demandAuthority(trust: Certificates | null): X509Certificate {
  if (trust === null)
    throw new NotFound(msg("HTTPS is off on this server.", "HTTPS je na tomto serveru vypnuté."));
  if (trust.authority !== null) return trust.authority;
  throw new NotFound(
    msg(
      "This server uses a certificate of your site. It has no CA of its own to install.",
      "Tento server používá certifikát vaší firmy. Vlastní CA k instalaci nemá.",
    ),
  );
}

function pageFor(trust: Certificates | null, httpPort: number, host: string, language: Locale): string {
  if (trust === null) return nothingToInstallPage("off", language);
  const { authority } = trust;
  if (authority === null) return nothingToInstallPage("siteOwn", language);
  // An address of this machine alone leads no other phone here.
  const shared = trust.hostFor(isLoopback(host) || host === "localhost" ? "" : host);
  return trustPage(
    {
      name: commonNameOf(authority),
      sha256: authority.fingerprint256,
      sha1: authority.fingerprint,
      httpsAddress: trust.addressFor(host),
      pageAddress: `http://${shared}${portInUrl(httpPort, 80)}/trust`,
    },
    language,
  );
}
