import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { orNotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { ShippedPackage } from "../../domain/shipped-package.ts";
import { type Endpoint, publicQuery, query } from "../endpoint/endpoint.ts";
import { namedObject } from "../endpoint/named-object.ts";
import type { BytesResponse } from "../endpoint/response.ts";
import type { HttpsRule } from "../pipeline/https-gate.ts";

const ShippedPackageSchema: z.ZodType<ShippedPackage> = namedObject("ShippedPackage", {
  name: z.string(),
  version: z.string(),
  licence: z
    .string()
    .nullable()
    .describe("as the package states it, mostly an SPDX identifier; null: not stated"),
  text: z.string().nullable().describe("null: the package contains no licence text"),
});

/** Output folder of scripts/build-web.ts. */
const BUILT = join(import.meta.dirname, "../../../dist/web");

// Only content of this server. Photos are shown before their upload (blob:). The barcode decoder is WebAssembly.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
  wasm: "application/wasm",
  json: "application/json; charset=utf-8",
  webmanifest: "application/manifest+json",
};

/** Name of the meta element with the HTTPS address, in a page sent over plain HTTP where HTTPS is required (src/web/api/https-address.ts). */
const MOVED_META = "tallybox-https-address";

/** File names under /assets/ contain a hash of the content, so the files never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
/** All other files are revalidated each time, so that a browser never mixes files of two builds. */
const REVALIDATE = "no-cache";

/** Files outside of /assets/. */
const ROOT_FILES = [
  "sw.js",
  "old-browser.js",
  "theme.js",
  "manifest.webmanifest",
  "icon.svg",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable.png",
] as const;

/**
 * Endpoints of the built web client. Unknown file names are 404. The files are read once, so that a later build is never mixed
 * with the one that this process serves.
 */
export function webRoutes(https: Pick<HttpsRule, "transportOf" | "addressFor">): Endpoint[] {
  client ??= readClient();
  const { assets, rootFiles, licences } = client;

  return [
    publicQuery("GET", "/", {
      operationId: null,
      summary: "The web client",
      response: fileAs("index.html"),
      overHttp: "delivery",
      run({ isExposed, host }) {
        const page = getFile(rootFiles, "index.html");
        const isMoved = https.transportOf(isExposed) === "unaccepted";
        return isMoved ? movedPage(page, https.addressFor(host)) : page;
      },
    }),
    publicQuery("GET", "/console", {
      operationId: null,
      summary: "The console of the web client",
      response: fileAs("console.html"),
      run: () => getFile(rootFiles, "console.html"),
    }),
    ...ROOT_FILES.map((name) =>
      publicQuery("GET", `/${name}`, {
        operationId: null,
        summary: "A file of the web client",
        response: fileAs(name),
        overHttp: "delivery",
        run: () => getFile(rootFiles, name),
      }),
    ),
    query("GET", "/licences.json", {
      operationId: "listLicences",
      permission: "work",
      summary: "Third-party packages of the release with their licences",
      response: z.array(ShippedPackageSchema),
      run: () => ({ kind: "json", body: licences }),
    }),
    publicQuery("GET", "/assets/{file}", {
      operationId: null,
      summary: "A file of the web client",
      params: { file: z.string() },
      response: z.file(),
      overHttp: "delivery",
      run: ({ params }) => getFile(assets, params.file),
    }),
  ];
}

/** The terminal page with the HTTPS address, for clients that must switch to HTTPS. It prompts for no PIN and no password. */
function movedPage(
  { bytes, contentType, policy = "" }: BytesResponse,
  address: string | null,
): BytesResponse {
  const meta = `<head><meta name="${MOVED_META}" content="${address ?? ""}">`;
  return { kind: "bytes", bytes: Buffer.from(bytes.toString().replace("<head>", meta)), contentType, policy };
}

let client: ReturnType<typeof readClient> | null = null;

function readClient() {
  return {
    assets: filesOf(join(BUILT, "assets"), IMMUTABLE),
    rootFiles: filesOf(BUILT, REVALIDATE),
    licences: licencesIn(join(BUILT, "licences.json")),
  };
}

const typeOf = (name: string) => TYPES[name.slice(name.lastIndexOf(".") + 1)];
const fileAs = (name: string) => {
  const type = typeOf(name);
  return type === undefined ? z.file() : z.file().mime([type]);
};

function filesOf(folder: string, cacheControl: string): Map<string, BytesResponse> {
  const files = new Map<string, BytesResponse>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder)) {
    const contentType = typeOf(name);
    if (contentType === undefined || name.startsWith(".")) continue;
    const bytes = readFileSync(join(folder, name));
    files.set(name, { kind: "bytes", bytes, contentType, policy: POLICY, cacheControl, isConstant: true });
  }
  return files;
}

/** Empty where the client was not built. */
function licencesIn(file: string): ShippedPackage[] {
  return existsSync(file) ? z.array(ShippedPackageSchema).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

function getFile(files: ReadonlyMap<string, BytesResponse>, name: string): BytesResponse {
  return orNotFound(files.get(name), msg("Address not found."));
}
