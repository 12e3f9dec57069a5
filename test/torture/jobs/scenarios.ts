import { type Call, demand } from "../call.ts";
import { DEAD_PRINTER, EPL_FORMAT } from "../fixture.ts";

/** Long work of one kind, which is interrupted at any moment. */
export interface Scenario {
  readonly name: string;
  /** Makes what the job works on; returns its id. */
  prepare(call: Call): Promise<number>;
  /** The request that starts the job. */
  request(call: Call, id: number): Promise<Request>;
  /** What follows at the end of the job, or while it runs. */
  readonly ending?: "cancel" | "undo";
}

interface Request {
  /** Default: PUT. */
  readonly method?: "POST";
  readonly path: string;
  readonly body?: object;
}

const IMPORTED = 3000;
const everything = { name: "Everything" };

async function inventoryIn(call: Call, moves: readonly string[], body: object = everything): Promise<number> {
  const { oid } = await demand<{ oid: number }>(call, "POST", "/api/inventories", body);
  for (const move of moves) {
    if (move === "count") await countAll(call, oid);
    else await demand(call, "PUT", `/api/inventories/${oid}/${move}`);
  }
  return oid;
}

async function countAll(call: Call, id: number): Promise<void> {
  const items = await demand<{ oid: number; quantity: number }[]>(
    call,
    "GET",
    `/api/inventories/${id}/items`,
  );
  const operations = items.map(({ oid, quantity }) => ({
    operationId: `00000000-0000-4000-8000-${String(oid).padStart(12, "0")}`,
    kind: "set",
    itemId: oid,
    quantity: quantity + 2,
    isDisposal: oid % 5 === 0,
    at: new Date().toISOString(),
  }));
  await demand(call, "POST", `/api/inventories/${id}/counts`, { operations });
}

const COUNTED = ["prepare", "start", "count", "finish", "process"];
const move = (name: string) => async (_: Call, id: number) => ({ path: `/api/inventories/${id}/${name}` });

/** An inventory whose items another one has moved by its close. */
async function movedInventory(call: Call): Promise<number> {
  const [moved, other] = [await inventoryIn(call, COUNTED), await inventoryIn(call, COUNTED)];
  await demand(call, "PUT", `/api/inventories/${other}/close`);
  return moved;
}

/** Checks a file of new and changed articles; the request applies it. */
async function importRequest(call: Call): Promise<Request> {
  const rows = Array.from(
    { length: IMPORTED },
    (_, row) => `K${row},Article ${row},New category,New type,New hall / ${row % 50}`,
  );
  const form = new FormData();
  form.append("kind", "articles");
  form.append("file", new Blob([`Code,Name,Category,Type,Location\n${rows.join("\n")}`]), "table.csv");
  const { id } = await demand<{ id: number }>(call, "POST", "/api/imports", form as object);
  return { path: `/api/imports/${id}/apply` };
}

const nothing = async () => 0;

const bulkEdit = async (): Promise<Request> => ({
  path: "/api/articles/bulk-edit",
  body: { filter: {}, changes: { responsibleUserId: 2, locationId: 6 } },
});

const bulkDelete = async (): Promise<Request> => ({
  path: "/api/articles/bulk-delete",
  body: { filter: {} },
});

/** The printer that is never there: its labels wait. */
async function deadPrinter(call: Call): Promise<number> {
  const printers = await demand<{ oid: number; name: string }[]>(call, "GET", "/api/printingprinters");
  const found = printers.find(({ name }) => name === DEAD_PRINTER);
  if (found === undefined) throw new Error("no dead printer");
  return found.oid;
}

const bulkLabels = async (_: Call, printerId: number): Promise<Request> => ({
  method: "POST",
  path: "/api/articles/bulk-labels",
  body: { filter: {}, printerId, labelFormatId: EPL_FORMAT },
});

/** Deletes all articles: sample data are only for a tenant without articles. */
async function deleteArticles(call: Call): Promise<number> {
  const articles = await demand<{ oid: number }[]>(call, "GET", "/api/articles");
  for (const { oid } of articles) await demand(call, "DELETE", `/api/articles/${oid}`);
  return 0;
}

const addSample = async (): Promise<Request> => ({ method: "POST", path: "/api/sample" });

/** All kinds of jobs. */
export const SCENARIOS: readonly Scenario[] = [
  { name: "prepare", prepare: (call) => inventoryIn(call, []), request: move("prepare") },
  {
    name: "prepare, cancelled",
    prepare: (call) => inventoryIn(call, []),
    request: move("prepare"),
    ending: "cancel",
  },
  { name: "prepare again", prepare: (call) => inventoryIn(call, ["prepare"]), request: move("prepare") },
  { name: "approve", prepare: (call) => inventoryIn(call, COUNTED), request: move("approve") },
  { name: "reopen", prepare: (call) => inventoryIn(call, COUNTED), request: move("reopen") },
  { name: "close", prepare: (call) => inventoryIn(call, COUNTED), request: move("close") },
  {
    name: "decide",
    prepare: movedInventory,
    request: async (_, id) => ({ path: `/api/inventories/${id}/decide`, body: { decision: "keepCount" } }),
  },
  {
    name: "merge",
    prepare: nothing,
    request: async () => ({ path: "/api/articlecategories/3/merge", body: { into: 1 } }),
  },
  { name: "import", prepare: nothing, request: importRequest },
  { name: "import, cancelled", prepare: nothing, request: importRequest, ending: "cancel" },
  { name: "import, undone", prepare: nothing, request: importRequest, ending: "undo" },
  { name: "bulk edit", prepare: nothing, request: bulkEdit },
  { name: "bulk edit, cancelled", prepare: nothing, request: bulkEdit, ending: "cancel" },
  { name: "bulk edit, undone", prepare: nothing, request: bulkEdit, ending: "undo" },
  { name: "bulk delete", prepare: nothing, request: bulkDelete },
  { name: "bulk delete, cancelled", prepare: nothing, request: bulkDelete, ending: "cancel" },
  { name: "bulk delete, undone", prepare: nothing, request: bulkDelete, ending: "undo" },
  // Whether a label has begun to print at its cancellation differs from run to run (test/printing/bulk-labels-job.test.ts).
  { name: "bulk labels", prepare: deadPrinter, request: bulkLabels },
  { name: "sample data", prepare: deleteArticles, request: addSample },
  { name: "sample data, cancelled", prepare: deleteArticles, request: addSample, ending: "cancel" },
  { name: "sample data, undone", prepare: deleteArticles, request: addSample, ending: "undo" },
];
