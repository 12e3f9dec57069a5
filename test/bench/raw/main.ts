import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { fold } from "../data/fold.ts";
import { files } from "../data/shape.ts";
import { articles } from "./articles.ts";
import { groupCommit } from "./commit.ts";
import { items } from "./items.ts";
import { articleList } from "./list.ts";
import { photoFiles, photoRows, readUpload } from "./photos.ts";
import { startReader } from "./reader.ts";
import { nameSearch, rareTrigrams, type TrigramCounts } from "./search.ts";
import { tokenCheck, type User } from "./tokens.ts";

// The limit for the product: the same responses and the same durability with as little as
// possible in between. One tenant, no roles, no validation, no log: not an example of how to write a server.

const { DATA_DIR = ".", JWT_SECRET_KEY = "" } = process.env;
const mostHitsHere = 300;
const tenantId = 1;

const db = new Database(join(DATA_DIR, files.database));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = NORMAL");
db.pragma("foreign_keys = ON");
db.exec("BEGIN IMMEDIATE; PRAGMA user_version = 1; COMMIT"); // so that there is a WAL to open
const userOf = tokenCheck(JWT_SECRET_KEY);
const write = groupCommit(db);
const article = articles(db);
const count = items(db);
const list = articleList(db, tenantId);
const search = nameSearch(db);
const storePhoto = photoFiles(join(DATA_DIR, "photos"));
const addPhoto = photoRows(db);
let counts: TrigramCounts | undefined;
let searchInThread: ReturnType<typeof startReader>;

type Handler = (request: IncomingMessage, response: ServerResponse, user: User, rest: string) => unknown;

const routes: readonly [start: string, handle: Handler][] = [
  ["GET /api/articles/getbycode?code=", scan],
  ["GET /api/articles/findByName?name=", find],
  ["GET /api/articles", sendList],
  ["PUT /api/inventories/items/update", countItem],
  ["PUT /api/articles/", changeArticle],
  ["POST /api/photoarticleinventory", addUpload],
];

function scan(_: IncomingMessage, response: ServerResponse, user: User, code: string): void {
  const found = article.byCode(decodeURIComponent(code), user);
  if (found === undefined) refuse(response, 404);
  else reply(response, 200, found);
}

async function find(_: IncomingMessage, response: ServerResponse, user: User, value: string): Promise<void> {
  const text = fold(decodeURIComponent(value.replaceAll("+", " ")).trim());
  const isNarrow = counts !== undefined && rareTrigrams(text, counts).hits <= mostHitsHere;
  if (counts !== undefined && isNarrow) reply(response, 200, search(user.tenantId, text, counts));
  else reply(response, 200, await searchInThread(user.tenantId, text));
}

function sendList(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { "if-none-match": tag, "accept-encoding": encodings } = request.headers;
  return list.respond(response, tag, encodings?.includes("gzip") === true);
}

async function countItem(request: IncomingMessage, response: ServerResponse, user: User): Promise<void> {
  const update = JSON.parse((await bodyOf(request)).toString());
  const result = await write(() => count(update, user));
  if ("wrong" in result) return refuse(response, result.wrong);
  reply(response, 200, result.json);
}

async function changeArticle(
  request: IncomingMessage,
  response: ServerResponse,
  user: User,
  id: string,
): Promise<void> {
  const oid = Number(id);
  const body = JSON.parse((await bodyOf(request)).toString());
  const changed = await write(() => article.update(oid, body, user));
  list.changed(oid);
  if (changed === undefined) return refuse(response, 404);
  reply(response, 200, changed);
}

async function addUpload(request: IncomingMessage, response: ServerResponse, user: User): Promise<void> {
  const upload = readUpload(await bodyOf(request), request.headers["content-type"] ?? "");
  if (upload === undefined) return refuse(response, 400);
  const stored = await storePhoto(upload);
  reply(response, 201, await write(() => addPhoto(stored, user)));
}

function reply(response: ServerResponse, status: number, body: string | Uint8Array): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, ["Content-Type", "application/json; charset=utf-8", "Content-Length", length]);
  response.end(body);
}

function refuse(response: ServerResponse, status: number): void {
  reply(response, status, `{"message":"status ${status}"}`);
}

function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    request.on("error", reject);
  });
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const user = userOf(request.headers.authorization);
  if (user === undefined) return refuse(response, 401);
  const asked = `${request.method} ${request.url}`;
  const route = routes.find(([start]) => asked.startsWith(start));
  if (route === undefined) return refuse(response, 404);
  await route[1](request, response, user, asked.slice(route[0].length));
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    process.stderr.write(`${error}\n`);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  searchInThread = startReader(db.name, (counted) => {
    counts = counted;
  });
});
// Above the time that a million articles hold the loop: an idle limit that fires then closes busy connections.
server.keepAliveTimeout = 65_000;
process.on("SIGTERM", () => process.exit(0));
