import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Endpoint, publicQuery, query } from "../endpoint/endpoint.ts";
import type { BytesResponse } from "../endpoint/response.ts";
import type { HttpsRule } from "../pipeline/https-gate.ts";
import { ShippedPackage } from "./licence-shapes.ts";

/** Where scripts/build-web.ts puts the client. */
const BUILT = join(import.meta.dirname, "../../../dist/web");

// Everything from the box itself. Pictures taken here are shown before they are sent (blob:); the camera's decoder is wasm.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/** In a page that came over plain HTTP where HTTPS is required: the HTTPS address (src/web/box/https-address.ts). */
const MOVED_META = "tallybox-https-address";

/** Names of files under /assets/ hold a hash of their content: they never change. */
const FOR_EVER = "public, max-age=31536000, immutable";
/** All others are asked for again each time: a browser must not put a new client together from old parts. */
const ASK_AGAIN = "no-cache";

/** The files that have an address of their own. */
const ROOTS = [
  "sw.js",
  "old-browser.js",
  "manifest.webmanifest",
  "icon.svg",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable.png",
] as const;

/**
 * The web client, as it was built; a name that is not among its files is 404. It is read once, so that a client that is built
 * anew meanwhile is never mixed with the one that this process serves.
 */
export function webRoutes(https: Pick<HttpsRule, "transportOf" | "addressFor">): Endpoint[] {
  client ??= readClient();
  const { parts, roots, licences } = client;

  return [
    publicQuery(
      "GET",
      "/",
      { operationId: null, summary: "The web client", response: fileAs("index.html"), overHttp: "delivery" },
      ({ isExposed, host }) => {
        const page = fileOf(roots, "index.html");
        const isMoved = https.transportOf(isExposed) === "unaccepted";
        return isMoved ? movedPage(page, https.addressFor(host)) : page;
      },
    ),
    publicQuery(
      "GET",
      "/console",
      { operationId: null, summary: "The console: the office side", response: fileAs("console.html") },
      () => fileOf(roots, "console.html"),
    ),
    ...ROOTS.map((name) =>
      publicQuery(
        "GET",
        `/${name}`,
        {
          operationId: null,
          summary: "Part of the web client",
          response: fileAs(name),
          overHttp: "delivery",
        },
        () => fileOf(roots, name),
      ),
    ),
    query(
      "GET",
      "/licences.json",
      {
        operationId: "listLicences",
        permission: "work",
        summary: "The packages of others that ship, with their licences",
        response: z.array(ShippedPackage),
      },
      () => ({ body: licences }),
    ),
    publicQuery(
      "GET",
      "/assets/{file}",
      {
        operationId: null,
        summary: "Part of the web client",
        params: { file: z.string() },
        response: z.file(),
        overHttp: "delivery",
      },
      ({ params }) => fileOf(parts, params.file),
    ),
  ];
}

/** The terminal's page for those who must go on at the HTTPS address: it asks for no PIN and no password. */
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
    parts: filesOf(join(BUILT, "assets"), FOR_EVER),
    roots: filesOf(BUILT, ASK_AGAIN),
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

/** Nothing where the client was not built. */
function licencesIn(file: string): ShippedPackage[] {
  return existsSync(file) ? z.array(ShippedPackage).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

function fileOf(files: ReadonlyMap<string, BytesResponse>, name: string): BytesResponse {
  const found = files.get(name);
  if (found === undefined)
    throw new NotFound(msg("There is nothing at this address.", "Na této adrese nic není."));
  return found;
}
