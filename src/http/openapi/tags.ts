/** The tags of the API in the order of the documentation: name, description, paths. */
const TAGS = [
  [
    "server",
    "Version, health, setup, backup, errors of the clients and the certificate authority.",
    /^\/(api\/)?(version|health|client-errors|metrics|openapi|docs|help|setup|trust|backup|standby|upgrade|box|ca\.|licences)/,
  ],
  [
    "login",
    "Logins by PIN, password and device, tokens and sessions.",
    /^\/api\/(pwa-auth|login|me\/(?!notices)|pda\/users)/,
  ],
  ["devices", "Paired terminals and phones.", /^\/api\/device-auth/],
  ["service accounts", "Accounts of programs, with API keys.", /^\/api\/service-accounts/],
  ["webhooks", "Addresses to which the server sends its events.", /^\/api\/webhooks/],
  ["users", "People, their roles and secrets.", /^\/api\/(users|restore-confirmation)/],
  ["articles", "Tracked articles: records, codes, search, stock.", /^\/api\/article(s|codes)\//],
  [
    "requests",
    "Requests for a Manager's decision: transfers, disposals, proposed assets.",
    /^\/api\/article(transfers|disposals|proposals)/,
  ],
  ["custody", "Which person has which article: hand-overs and returns.", /^\/api\/custodies/],
  [
    "catalogues",
    "Categories, types, states, currencies, disposal methods and reasons.",
    /^\/api\/(article(categories|types|states|disposalmethods|disposalreasons)|currencytypes)/,
  ],
  ["custom fields", "Fields that a tenant defines for its articles.", /^\/api\/customfields/],
  ["locations", "The tree of locations.", /^\/api\/locations/],
  ["refill", "Minimum stock, and the list of what must be refilled.", /^\/api\/refill-/],
  ["inventories", "Stocktakes: life cycle, items, counts, results.", /^\/api\/inventories/],
  ["count plans", "Plans of cycle counts, which make inventories by themselves.", /^\/api\/count-plans/],
  ["photos", "Photos of articles, inventory items and unknown codes.", /^\/api\/photo/],
  ["attachments", "Files attached to articles.", /^\/api\/attachments/],
  ["printing", "Printers, label formats and print requests.", /^\/api\/(print|pda\/print)/],
  ["import and export", "Import and export of tables, and sample data.", /^\/api\/(import|export|sample)/],
  ["jobs", "Long work: progress, cancelling, undoing.", /^\/api\/jobs/],
  ["settings", "Settings of the site.", /^\/api\/settings(?!\/mail-server)/],
  ["notices", "Notices by e-mail.", /^\/api\/(notices|me\/notices|settings\/mail-server)/],
  [
    "audit",
    "History of changes and the security log.",
    /^\/api\/(audit|articles\/\{id\}\/history|security-events)/,
  ],
  [
    "events",
    "Changes: as server-sent events, and as a feed for copies of the records.",
    /^\/api\/(events|changes)/,
  ],
  ["head office", "The database of a company with several sites.", /^\/api\/(head-office|sites)/],
] as const;

/** The tag of the operations at a path. Throws when no tag matches. */
export function tagOf(path: string): string {
  const found = TAGS.find(([, , pattern]) => pattern.test(`${path}/`));
  if (found === undefined) throw new Error(`no tag for ${path}: add the path to one`);
  return found[0];
}

/** The tags with their descriptions. */
export const tags = TAGS.map(([name, description]) => ({ name, description }));
