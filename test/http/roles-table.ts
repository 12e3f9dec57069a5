import type { AreaEndpoint, AreaName } from "../../src/http/endpoint/areas.ts";
import { CATALOGUES } from "../../src/records/catalogues.ts";

// What each role may do (contract/decisions, "Tenants, users, roles"), and each scope of an API key. The tests compare the
// declarations with it, so it has no value of theirs.

export type Who = "anyone" | "terminal" | "work" | "manage" | "administer" | "server";

interface AreaRule {
  readonly read: Who;
  readonly write: Who;
  /** The scopes `:read` and `:write` of this name. Null: API keys have no access. */
  readonly scope: string | null;
}

/** Who reads and changes what. Pages are open to anyone. */
const AREA_RULES: Readonly<Record<AreaName, AreaRule>> = {
  server: { read: "server", write: "server", scope: null },
  login: { read: "work", write: "work", scope: null },
  devices: { read: "work", write: "work", scope: null },
  "service accounts": { read: "administer", write: "administer", scope: null },
  webhooks: { read: "administer", write: "administer", scope: null },
  users: { read: "administer", write: "administer", scope: null },
  articles: { read: "terminal", write: "manage", scope: "articles" },
  requests: { read: "work", write: "manage", scope: "requests" },
  custody: { read: "work", write: "manage", scope: "custody" },
  catalogues: { read: "work", write: "manage", scope: "articles" },
  "custom fields": { read: "terminal", write: "manage", scope: "articles" },
  locations: { read: "terminal", write: "manage", scope: "locations" },
  refill: { read: "terminal", write: "manage", scope: "articles" },
  inventories: { read: "manage", write: "manage", scope: "inventories" },
  "count plans": { read: "manage", write: "manage", scope: "inventories" },
  photos: { read: "work", write: "work", scope: null },
  attachments: { read: "work", write: "manage", scope: "articles" },
  printing: { read: "work", write: "administer", scope: "labels" },
  "import and export": { read: "manage", write: "administer", scope: null },
  jobs: { read: "work", write: "work", scope: null },
  settings: { read: "server", write: "server", scope: null },
  "saved views": { read: "work", write: "work", scope: null },
  notices: { read: "administer", write: "administer", scope: null },
  audit: { read: "administer", write: "administer", scope: null },
  events: { read: "terminal", write: "terminal", scope: "events" },
  "head office": { read: "server", write: "server", scope: null },
};

const LISTS = Object.values(CATALOGUES).map(({ path }) => path);

/** Endpoints for others than the rest of their area. */
const OTHER_ROLES: Readonly<Partial<Record<Who, readonly string[]>>> = {
  anyone: [
    "GET /api/version",
    "GET /api/manual",
    "GET /health",
    "GET /health/ready",
    // From the server's own host, where the tests run; other hosts: test/health/access.test.ts.
    "GET /metrics",
    "GET /api/openapi.json",
    "POST /api/client-errors",
    "GET /ca.crt",
    "GET /ca.mobileconfig",
    // Before the first user exists, or with a code.
    "GET /api/setup",
    "POST /api/setup",
    "POST /api/setup/restore/snapshots",
    "POST /api/setup/restore",
    "GET /api/setup/restore",
    "DELETE /api/setup/restore",
    "PUT /api/setup/restore/confirm",
    "POST /api/setup/restore/uploads",
    "GET /api/setup/restore/uploads",
    "PUT /api/setup/restore/uploads/{id}",
    "DELETE /api/setup/restore/uploads",
    "POST /api/setup/standby",
    "PUT /api/standby/promotion",
    "GET /api/backup/file",
    // Logins.
    "POST /api/pwa-auth/login",
    "POST /api/pwa-auth/login-password",
    "POST /api/pwa-auth/login-pin",
    "POST /api/pwa-auth/refresh",
    "POST /api/pwa-auth/second-factor",
    "POST /api/pwa-auth/second-factor/passkey-options",
    "POST /api/pwa-auth/second-factor/setup",
    "POST /api/pwa-auth/second-factor/setup/passkey-options",
    "POST /api/pwa-auth/second-factor/setup/totp",
    "POST /api/login",
    "POST /api/device-auth/activate",
    "POST /api/device-auth/exchange",
  ],
  // Without a login of a person.
  terminal: [
    "GET /api/me",
    "GET /api/pda/users",
    "POST /api/pda/users/login",
    "POST /api/pwa-auth/logout",
    "GET /api/device-auth/device",
    "PUT /api/device-auth/device/unsent",
    "DELETE /api/device-auth/tokens/{id}",
    "GET /api/settings/terminal",
    "GET /api/custodies/open",
    "GET /api/custodies/people",
    "POST /api/custodies/operations",
    "GET /api/inventories",
    "GET /api/inventories/{id}",
    "GET /api/inventories/{id}/items",
    "GET /api/inventories/{id}/items/findByLocation",
    "GET /api/inventories/items/{id}",
    "GET /api/inventories/{id}/progress",
    "POST /api/inventories/{id}/counts",
    "POST /api/photoarticleinventory",
    "POST /api/photounknowncode",
  ],
  work: [
    "GET /licences.json",
    "POST /api/articles/pwa-request",
    "POST /api/articles/{id}/codes",
    "DELETE /api/articlecodes/{id}",
    "GET /api/articles/my-assets/{userId}",
    "GET /api/articles/my-stats/{userId}",
    "GET /api/articles/my-transfers/{userId}",
    "GET /api/articles/my-disposals/{userId}",
    "GET /api/articles/{id}/attachments",
    "GET /api/articles/{id}/history",
    "GET /api/stock-movements",
    "GET /api/activity",
    "POST /api/articledisposals",
    "DELETE /api/articledisposals/{id}",
    "POST /api/articletransfers",
    "DELETE /api/articletransfers/{id}",
    "POST /api/custodies",
    "PUT /api/custodies/{id}/end",
    "GET /api/inventories/findById",
    "GET /api/inventories/findByName",
    "PUT /api/inventories/{id}/start",
    "PUT /api/inventories/{id}/postpone",
    "PUT /api/inventories/{id}/finish",
    "POST /api/inventories/{id}/items",
    "PUT /api/inventories/items/update",
    "GET /api/inventories/{id}/progress/history",
    // The own signature.
    "GET /api/inventories/{id}/addenda",
    "POST /api/inventories/{id}/addenda",
    // Labels.
    "POST /api/pda/printing/print",
    "POST /api/articles/bulk-labels",
    "POST /api/articles/label-sheet",
    "POST /api/locations/{id}/print",
    "POST /api/locations/{id}/bulk-labels",
    "POST /api/locations/{id}/label-sheet",
    "POST /api/printrequests/{oid}/retry",
    "POST /api/printrequests/{oid}/cancel",
    "POST /api/printingprinters/{id}/cancel-waiting",
    "POST /api/printingprinters/{id}/test",
    "GET /api/me/notices",
    "PUT /api/me/notices",
  ],
  manage: [
    "GET /api/company",
    "PUT /api/device-auth/tokens/{id}",
    "GET /api/articles/next-code",
    "GET /api/articles/{id}/full",
    "GET /api/custodies/rejected",
    ...LISTS.map((path) => `GET ${path}/uses`),
    "GET /api/customfields/{id}/uses",
    "PUT /api/jobs/{id}/undo",
    "GET /api/changes",
    "GET /api/sites/permission",
    // 400 without a text, before the role is asked.
    "GET /api/sites/articles",
  ],
  administer: [
    "PUT /api/company",
    "GET /api/login-locks",
    "GET /api/imports",
    "GET /api/imports/{id}",
    "GET /api/imports/{id}/progress",
    "GET /api/imports/{id}/errors",
    "GET /api/imports/{id}/not-imported",
    "GET /api/imports/templates/{kind}",
    "GET /api/export/users",
    "GET /api/sample",
  ],
  server: [
    "GET /api/settings/mail-server",
    "PUT /api/settings/mail-server",
    "POST /api/settings/mail-server/test",
  ],
};

/** Endpoints with another scope than the rest of their area. `none`: API keys have no access. */
const OTHER_SCOPES: Readonly<Record<string, readonly string[]>> = {
  any: [
    "GET /api/me",
    "GET /api/jobs/{id}",
    "GET /api/changes",
    // The scope of what the photo shows: scopes.test.ts.
    "GET /api/photos/{oid}",
    "GET /api/photos/{oid}/thumbnail",
    "DELETE /api/photos/{oid}",
  ],
  none: [
    ...LISTS.flatMap((path) => [`GET ${path}/uses`, `PUT ${path}/{id}/merge`]),
    "POST /api/printingprinters",
    "PUT /api/printingprinters/{id}",
    "DELETE /api/printingprinters/{id}",
    "POST /api/printingprinters/{id}/cancel-waiting",
    "POST /api/printingprinters/{id}/test",
    "POST /api/printingformats",
    "POST /api/printingformats/from-file",
    "PUT /api/printingformats/{id}",
    "DELETE /api/printingformats/{id}",
  ],
  "articles:read": [
    "GET /api/locations/totals",
    "GET /api/locations/{id}/articles",
    "GET /api/photoarticle/{articleId}",
  ],
  "articles:write": ["POST /api/photoarticle"],
  "requests:read": [
    "GET /api/articles/my-stats/{userId}",
    "GET /api/articles/my-transfers/{userId}",
    "GET /api/articles/my-disposals/{userId}",
  ],
  "requests:write": ["POST /api/articles/pwa-request"],
  "custody:read": ["GET /api/export/custodies"],
  "custody:write": ["POST /api/photocustody"],
  "labels:read": ["POST /api/articles/label-sheet", "POST /api/locations/{id}/label-sheet"],
  "labels:print": [
    "POST /api/pda/printing/print",
    "POST /api/articles/bulk-labels",
    "POST /api/locations/{id}/print",
    "POST /api/locations/{id}/bulk-labels",
    "POST /api/printrequests/{oid}/retry",
    "POST /api/printrequests/{oid}/cancel",
  ],
  "history:read": [
    "GET /api/articles/{id}/history",
    "GET /api/inventories/items/{id}/history",
    "GET /api/stock-movements",
    "GET /api/activity",
    "GET /api/export/stock-movements",
  ],
  "inventories:read": ["POST /api/seals/check", "GET /api/photoarticleinventory/{inventoryItemId}"],
  "counts:write": [
    "PUT /api/inventories/items/update",
    "POST /api/inventories/{id}/counts",
    "POST /api/photoarticleinventory",
  ],
  "exports:read": [
    "GET /api/export/articles",
    "GET /api/export/stock",
    "GET /api/export/locations",
    "GET /api/export/refill-rules",
    "GET /api/export/refill-list",
    "GET /api/export/count-plans",
    "GET /api/export/record-accuracy",
  ],
};

/** The declared permission is wider than the table: an address or a setting decides (test/head-office/all-sites.test.ts). */
export const DECIDED_LATER: readonly string[] = [
  "GET /metrics",
  "GET /api/sites",
  "GET /api/sites/stocktakes",
];

/** All endpoints that the exceptions name. */
export const EXCEPTIONS = [...Object.values(OTHER_ROLES), ...Object.values(OTHER_SCOPES)].flat();

/** Method and path, as in the table. */
export const keyOf = ({ method, path }: Pick<AreaEndpoint, "method" | "path">) => `${method} ${path}`;

const isRead = ({ method, handler }: AreaEndpoint) => method === "GET" || handler.kind === "query";

const findKey = <K extends string>(lists: Readonly<Partial<Record<K, readonly string[]>>>, key: string) =>
  (Object.keys(lists) as K[]).find((name) => lists[name]?.includes(key));

/** Who may call the endpoint. */
export function whoMayCall(endpoint: AreaEndpoint): Who {
  const other = findKey(OTHER_ROLES, keyOf(endpoint));
  if (other !== undefined) return other;
  if (endpoint.operationId === null) return "anyone";
  return AREA_RULES[endpoint.area][isRead(endpoint) ? "read" : "write"];
}

/** The scope that an API key needs. Null: it has no access. */
export function neededScope(endpoint: AreaEndpoint): string | null {
  const other = findKey(OTHER_SCOPES, keyOf(endpoint));
  if (other !== undefined) return other === "none" ? null : other;
  const { scope } = AREA_RULES[endpoint.area];
  return scope === null ? null : `${scope}:${isRead(endpoint) ? "read" : "write"}`;
}
