import type { RequiredScope } from "../../domain/scopes.ts";
import type { Endpoint } from "./endpoint.ts";

interface AreaDeclaration {
  readonly description: string;
  /** The scopes that queries and changes of the area ask of an API key, where the endpoint names no other. */
  readonly read: RequiredScope;
  readonly write: RequiredScope;
}

/** The areas of the API in the order of the documentation, where they are tags. */
export const AREAS = {
  server: {
    description: "Version, health, setup, backup, errors of the clients and the certificate authority.",
    read: null,
    write: null,
  },
  login: {
    description: "Logins by PIN, password and device, tokens and sessions.",
    read: null,
    write: null,
  },
  devices: {
    description: "Paired terminals and phones.",
    read: null,
    write: null,
  },
  "service accounts": {
    description: "Accounts of programs, with API keys.",
    read: null,
    write: null,
  },
  webhooks: {
    description: "Addresses to which the server sends its events.",
    read: null,
    write: null,
  },
  users: {
    description: "People, their roles and secrets.",
    read: null,
    write: null,
  },
  articles: {
    description: "Tracked articles: records, codes, search, stock.",
    read: "articles:read",
    write: "articles:write",
  },
  requests: {
    description: "Requests for a Manager's decision: transfers, disposals, proposed assets.",
    read: "requests:read",
    write: "requests:write",
  },
  custody: {
    description: "Which person has which article: hand-overs and returns.",
    read: "custody:read",
    write: "custody:write",
  },
  catalogues: {
    description: "Categories, types, states, currencies, disposal methods and reasons.",
    read: "articles:read",
    write: "articles:write",
  },
  "custom fields": {
    description: "Fields that a tenant defines for its articles.",
    read: "articles:read",
    write: "articles:write",
  },
  locations: {
    description: "The tree of locations.",
    read: "locations:read",
    write: "locations:write",
  },
  refill: {
    description: "Minimum stock, and the list of what must be refilled.",
    read: "articles:read",
    write: "articles:write",
  },
  inventories: {
    description: "Stocktakes: life cycle, items, counts, results.",
    read: "inventories:read",
    write: "inventories:write",
  },
  "count plans": {
    description: "Plans of cycle counts, which make inventories by themselves.",
    read: "inventories:read",
    write: "inventories:write",
  },
  photos: {
    description: "Photos of articles, inventory items and unknown codes.",
    read: null,
    write: null,
  },
  attachments: {
    description: "Files attached to articles.",
    read: "articles:read",
    write: "articles:write",
  },
  printing: {
    description: "Printers, label formats and print requests.",
    read: "labels:read",
    write: null,
  },
  "import and export": {
    description: "Import and export of tables, and sample data.",
    read: null,
    write: null,
  },
  jobs: {
    description: "Long work: progress, cancelling, undoing.",
    read: null,
    write: null,
  },
  settings: {
    description: "Settings of the site.",
    read: null,
    write: null,
  },
  "saved views": {
    description: "Saved views of the lists of the console.",
    read: null,
    write: null,
  },
  notices: {
    description: "Notices by e-mail.",
    read: null,
    write: null,
  },
  audit: {
    description: "History of changes and the security log.",
    read: null,
    write: null,
  },
  events: {
    description: "Changes: as server-sent events, and as a feed for copies of the records.",
    read: null,
    write: null,
  },
  "head office": {
    description: "The database of a company with several sites.",
    read: null,
    write: null,
  },
} as const satisfies Readonly<Record<string, AreaDeclaration>>;

/** The name of an area. */
export type AreaName = keyof typeof AREAS;

/** An endpoint with its area, and the scope that it asks of an API key. */
export interface AreaEndpoint extends Endpoint {
  readonly area: AreaName;
  readonly scope: RequiredScope;
}

/** Puts endpoints into an area, those that name another one into that. */
export function inArea(name: AreaName, endpoints: readonly Endpoint[]): AreaEndpoint[] {
  return endpoints.map((endpoint) => {
    const area = endpoint.area ?? name;
    const { read, write } = AREAS[area];
    const isRead = endpoint.method === "GET" || endpoint.handler.kind === "query";
    const { scope = isRead ? read : write } = endpoint;
    // Not a copy, which would compute the schemas: they are made when they are first needed.
    return Object.assign(endpoint, { area, scope });
  });
}
