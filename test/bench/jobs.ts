import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, type Connection, type HttpResponse, headerOf, jsonRequest, request } from "./client.ts";
import { tableOf } from "./data/photo.ts";
import { files, type Sample } from "./data/shape.ts";
import type { Target } from "./targets.ts";

/** Runs one turn of a job on a connection; returns its milliseconds, or undefined when it was refused. */
export type Turn = (connection: Connection) => Promise<number | undefined>;

/** The parameters from which a job makes its requests. */
export interface Material {
  readonly target: Target;
  readonly sample: Sample;
  /** The bench's folder, with the photo. */
  readonly folder: string;
}

/** Something that clients do over and over. */
export interface Job {
  readonly name: string;
  readonly connections: number;
  /** The turns of this job on a target; undefined when the target can't do it. */
  readonly turns: (material: Material) => Turn | undefined | Promise<Turn | undefined>;
  /** Repeated without pause on one more connection meanwhile. */
  readonly beside?: (material: Material) => Turn;
}

/** Every job in the order in which it is measured. */
export const jobs: readonly Job[] = [
  { name: "scan", connections: 1, turns: scan },
  { name: "scan", connections: 32, turns: scan },
  { name: "count", connections: 1, turns: count },
  { name: "count", connections: 32, turns: count },
  { name: "list", connections: 1, turns: list },
  { name: "listGzip", connections: 1, turns: listGzip },
  { name: "list304", connections: 1, turns: list304 },
  { name: "list304", connections: 32, turns: list304 },
  { name: "listAfterWrite", connections: 1, turns: listAfterWrite },
  { name: "findNarrow", connections: 1, turns: findNarrow },
  { name: "findNarrow", connections: 32, turns: findNarrow },
  { name: "findWide", connections: 1, turns: findWide },
  { name: "scanWhileList", connections: 1, turns: scan, beside: list },
  { name: "scanWhileFind", connections: 1, turns: scan, beside: findWide },
  { name: "photo", connections: 1, turns: photo },
  { name: "scanWhilePhoto", connections: 1, turns: scan, beside: photo },
];

/** Turns that send one request after the other, over and over. */
function cycle(requests: readonly Buffer[], status = 200): Turn {
  let next = 0;
  return async (connection) => {
    const bytes = requests[next++ % requests.length];
    if (bytes === undefined) throw new Error("a job without requests");
    return timed(() => connection.send(bytes), status);
  };
}

async function timed(send: () => Promise<HttpResponse>, status: number): Promise<number | undefined> {
  const began = performance.now();
  const response = await send();
  const took = performance.now() - began;
  return response.status === status ? took : undefined;
}

const listPath = "/api/articles";

function scan({ target, sample }: Material): Turn {
  return cycle(sample.codes.map((code) => request("GET", scanPath(code), target.token)));
}

/** The path of a scanner's request for a code. */
export function scanPath(code: string): string {
  return `/api/articles/getbycode?code=${encodeURIComponent(code)}`;
}

/** A whole pass over the items counts each one differently from the pass before. */
function count({ target, sample }: Material): Turn {
  const quantities = [1, 2, 3, 4, 5];
  const updates = quantities.flatMap((inventoryQuantity) =>
    sample.items.map((oid) => ({ oid, inventoryQuantity })),
  );
  return cycle(updates.map((update) => countRequest(target, update)));
}

/** Counts one item. */
export function countRequest(target: Target, update: { oid: number; inventoryQuantity: number }): Buffer {
  return jsonRequest("PUT", "/api/inventories/items/update", target.token, update);
}

function list({ target }: Material): Turn {
  return cycle([request("GET", listPath, target.token)]);
}

function listGzip({ target }: Material): Turn {
  return cycle([request("GET", listPath, target.token, ["Accept-Encoding: gzip"])]);
}

/** Sends the list's present tag; a target without tags (bare Koa) can't. */
async function list304({ target }: Material): Promise<Turn | undefined> {
  const { head } = await ask(target.port, request("GET", listPath, target.token));
  const tag = headerOf(head, "etag");
  if (tag === undefined) return undefined;
  return cycle([request("GET", listPath, target.token, [`If-None-Match: ${tag}`])], 304);
}

/** The list is timed, the write before it is not. */
function listAfterWrite({ target, sample }: Material): Turn {
  const get = request("GET", listPath, target.token);
  let price = 0;
  return async (connection) => {
    const changed = await connection.send(changeRequest(target, sample.changed, ++price));
    const took = await timed(() => connection.send(get), 200);
    return changed.status === 200 ? took : undefined;
  };
}

/** Changes the price of one article. */
export function changeRequest(target: Target, oid: number, price: number): Buffer {
  return jsonRequest("PUT", `${listPath}/${oid}`, target.token, { oid, price });
}

function findNarrow({ target, sample }: Material): Turn {
  return cycle(sample.names.map((name) => request("GET", findPath(name), target.token)));
}

function findWide({ target, sample }: Material): Turn {
  return cycle([request("GET", findPath(sample.word), target.token)]);
}

/** The path of a search by name (Contains, the default operator). */
export function findPath(name: string): string {
  return `/api/articles/findByName?name=${encodeURIComponent(name)}`;
}

/** Every upload is another picture: numbers of its quantisation table count on. */
function photo({ target, sample, folder }: Material): Turn {
  const upload = photoRequest(target, sample, folder);
  const table = tableOf(upload);
  let sent = 0;
  return (connection) => {
    upload[table + 1] = 1 + (sent % 32);
    upload[table + 2] = 1 + (Math.floor(sent++ / 32) % 32);
    return timed(() => connection.send(upload), 201);
  };
}

/** Uploads the prepared photo, as multipart, to the first item. */
export function photoRequest(target: Target, sample: Sample, folder: string): Buffer {
  const boundary = "tallybox-bench-boundary";
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="inventoryItemId"')}\r\n${sample.items[0]}\r\n`),
    Buffer.from(`${part('name="photo"; filename="shelf.jpeg"')}Content-Type: image/jpeg\r\n\r\n`),
    readFileSync(join(folder, files.photo)),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const type = `Content-Type: multipart/form-data; boundary=${boundary}`;
  return request("POST", "/api/photoarticleinventory", target.token, [type], body);
}
