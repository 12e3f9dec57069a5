/** Every request that needs a PIN or password of the last five minutes, as a literal list. */
export const NEEDING = [
  "GET /api/backup",
  "POST /api/backup/downloads",
  "PUT /api/settings",
  "PUT /api/settings/https",
  "PUT /api/imports/{id}/apply",
  "PUT /api/restore-confirmation",
  "POST /api/users",
  "PUT /api/users/{id}",
  "DELETE /api/users/{id}",
  "PUT /api/users/{id}/secrets",
  "PUT /api/users/{id}/unlock",
  "DELETE /api/users/{id}/sessions",
  "DELETE /api/users/{id}/sessions/{sessionId}",
  "POST /api/device-auth/generate-code",
  "PUT /api/device-auth/tokens/{id}",
  "PUT /api/articledisposals/{id}/approve",
  "PUT /api/articledisposals/{id}/reject",
  "PUT /api/articletransfers/{id}/confirm",
  "PUT /api/articletransfers/{id}/reject",
  "PUT /api/articleproposals/{id}/approve",
  "PUT /api/articleproposals/{id}/reject",
  "PUT /api/inventories/{id}/prepare",
  "PUT /api/inventories/{id}/process",
  "PUT /api/inventories/{id}/decide",
  "PUT /api/inventories/{id}/items/approve",
  "PUT /api/inventories/{id}/approve",
  "PUT /api/inventories/{id}/reopen",
  "PUT /api/inventories/{id}/close",
  "PUT /api/jobs/{id}/cancel",
  "PUT /api/jobs/{id}/undo",
  "PUT /api/inventories/{id}/cancel",
  "PUT /api/inventories/items/{id}/decide",
  "PUT /api/inventories/items/{id}/approve",
  "PUT /api/inventories/operations/{operationId}/apply",
];

const CATALOGUES = [
  "articlecategories",
  "articletypes",
  "articlestates",
  "currencytypes",
  "articledisposalmethods",
  "articledisposalreasons",
];
const LIST = "edits a list of values";
const ofCatalogue = (name: string): readonly (readonly [string, string])[] => [
  [`POST /api/${name}`, LIST],
  [`PUT /api/${name}/{id}`, LIST],
  [`PUT /api/${name}/{id}/merge`, LIST],
  [`DELETE /api/${name}/{id}`, LIST],
];
const MASTER_DATA = "edits master data, no decision";
const PLAN = "plans a stocktake, which does not begin yet";
const DRY_RUN = "changes nothing: a dry run";
const EQUIPMENT = "printers and labels are equipment, not settings";

/** Every write of a Manager or an Admin that an older PIN allows on a shared terminal, with the reason. */
export const WITHOUT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CATALOGUES.flatMap(ofCatalogue)),
  "POST /api/articles": MASTER_DATA,
  "PUT /api/articles/bulk-edit": MASTER_DATA,
  "PUT /api/articles/{id}": MASTER_DATA,
  "DELETE /api/articles/{id}": MASTER_DATA,
  "POST /api/articles/full": MASTER_DATA,
  "PUT /api/articles/{id}/full": MASTER_DATA,
  "PUT /api/articles/{id}/locations": "corrects stock in everyday work; the history names who",
  "POST /api/articles/{id}/locations/move": "moves stock in everyday work; the history names who",
  "POST /api/locations": MASTER_DATA,
  "PUT /api/locations/{id}": MASTER_DATA,
  "DELETE /api/locations/{id}": MASTER_DATA,
  "POST /api/inventories": PLAN,
  "PUT /api/inventories/{id}": PLAN,
  "DELETE /api/backup/downloads/{id}": "stops a download",
  "POST /api/imports": DRY_RUN,
  "PUT /api/imports/{id}": DRY_RUN,
  "DELETE /api/imports/{id}": "drops an upload",
  "POST /api/box/checks": "changes nothing: a check",
  "DELETE /api/users/{id}/second-factor": "needs a recent password instead",
  "POST /api/sample": "adds sample data",
  "DELETE /api/sample": "removes sample data alone",
  "POST /api/printingprinters": EQUIPMENT,
  "PUT /api/printingprinters/{id}": EQUIPMENT,
  "DELETE /api/printingprinters/{id}": EQUIPMENT,
  "POST /api/printingformats": EQUIPMENT,
  "PUT /api/printingformats/{id}": EQUIPMENT,
  "DELETE /api/printingformats/{id}": EQUIPMENT,
};
