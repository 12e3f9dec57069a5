// A program of another company: it knows the address of a server, its OpenAPI description and an API key, and nothing of this
// repository. It keeps a copy of all articles. After SIGTERM it reads what is left and writes its copy to standard output.

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}
interface Page {
  readonly cursor: string;
  readonly isWhole: boolean;
  readonly hasMore: boolean;
  readonly changes: readonly { readonly table: string; readonly oid: number; readonly record: unknown }[];
}

const [url = "", key = ""] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}` };
let isEnding = false;
process.on("SIGTERM", () => {
  isEnding = true;
});

/** The body of the server's answer; asked again until it arrives whole. */
async function read(address: string): Promise<unknown> {
  for (;;) {
    // A server that is killed refuses the connection or cuts its answer.
    const answer = await fetch(`${url}${address}`, { headers })
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      .catch(() => null);
    if (answer?.status === 200) return JSON.parse(answer.body);
    if (answer !== null && answer.status !== 429 && answer.status !== 503)
      throw new Error(`${answer.status} ${answer.body}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const description = (await read("/api/openapi.json")) as Description;
const [path] =
  Object.entries(description.paths).find(([, methods]) => methods["get"]?.operationId === "listChanges") ??
  [];
if (path === undefined) throw new Error("the description has no operation listChanges");

const articles = new Map<number, unknown>();
let [cursor, isWaiting] = ["", false];
for (;;) {
  const wait = isWaiting && !isEnding ? "&wait=5" : "";
  const page = (await read(`${path}?since=${cursor}${wait}`)) as Page;
  if (page.isWhole) articles.clear();
  for (const { table, oid, record } of page.changes) {
    if (table !== "article") continue;
    if (record === null) articles.delete(oid);
    else articles.set(oid, record);
  }
  cursor = page.cursor;
  isWaiting = !page.hasMore;
  if (isEnding && isWaiting && wait === "") break;
}
process.stdout.write(JSON.stringify({ articles: [...articles] }));
