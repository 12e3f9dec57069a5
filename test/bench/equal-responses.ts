import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { ask, type HttpResponse, headerOf, request } from "./client.ts";
import type { Article, Sample } from "./data/shape.ts";
import { difference } from "./difference.ts";
import { changeRequest, countRequest, findPath, photoRequest, scanPath } from "./jobs.ts";
import type { Target } from "./targets.ts";

interface Question {
  readonly targets: readonly Target[];
  readonly sample: Sample;
  readonly folder: string;
}

interface Photo {
  inventoryItemId: number;
  fileName: string;
  contentType: string;
  width: number;
  height: number;
}

const listPath = "/api/articles";
const noToken = "none";
const price = 1234.56;
const hostileSearches = [
  "židle",
  "ŽIDLE",
  "100 %",
  "_",
  '"',
  "'",
  "\\",
  "x",
  "er",
  "%%%",
  "a b c",
  "no such name",
];

/**
 * Sends the same requests to every target and throws with the first difference from the first target: only programs with
 * the same responses are measured. Returns the number of compared responses. It runs in a thread that ends with it,
 * because of the heap of the parsed lists.
 */
export function compareResponses(question: Question): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const worker = new Worker(new URL(import.meta.url), { workerData: question });
  worker.once("message", resolve);
  worker.once("error", reject);
  return promise;
}

/** The responses of a target in a fixed order, each with a name, ready to be compared. */
async function* responsesOf(target: Target, { sample, folder }: Question): AsyncGenerator<[string, unknown]> {
  // A new connection for each: a kept one would reach the server's idle limit while another target is slow.
  const send = (bytes: Buffer) => ask(target.port, bytes);
  const read = <T>(response: HttpResponse) => parsed<T>(target.name, response);
  const get = (path: string, ...headers: string[]) => send(request("GET", path, target.token, headers));

  yield ["without a token", (await send(request("GET", listPath, noToken))).status];
  yield ["unknown code", (await get(scanPath("no such code"))).status];
  for (const code of sample.codes.slice(0, 50)) yield [`scan ${code}`, read(await get(scanPath(code)))];
  for (const name of [...sample.names.slice(0, 50), sample.word, ...hostileSearches]) {
    yield [`search ${name}`, read(await get(findPath(name)))];
  }
  const whole = await get(listPath);
  yield ["list", byOid(read<Article[]>(whole))];
  yield ["list, gzip", byOid(read<Article[]>(await get(listPath, "Accept-Encoding: gzip")))];
  const tag = headerOf(whole.head, "etag");
  if (tag !== undefined) notModified(target.name, await get(listPath, `If-None-Match: ${tag}`));
  for (const inventoryQuantity of [3, 0, 3, 7]) {
    for (const oid of sample.items.slice(0, 5)) {
      const counted = read(await send(countRequest(target, { oid, inventoryQuantity })));
      yield [`count ${inventoryQuantity} of item ${oid}`, counted];
    }
  }
  yield ["change", read(await send(changeRequest(target, sample.changed, price)))];
  const after = await get(listPath, `If-None-Match: ${tag ?? '"none"'}`, "Accept-Encoding: gzip");
  const hideTime = (each: Article) =>
    each.oid === sample.changed ? { ...each, modifiedDT: "", modifiedBy: "" } : each;
  yield ["list after the change", byOid(read<Article[]>(after)).map(hideTime)];
  const uploaded = read<Photo>(await send(photoRequest(target, sample, folder)));
  const { inventoryItemId, fileName, contentType, width, height } = uploaded;
  yield ["photo", { inventoryItemId, fileName, contentType, width, height }];
}

function parsed<T>(who: string, { status, head, body }: HttpResponse): T {
  if (status !== 200 && status !== 201)
    throw new Error(`${who} responds with ${status}: ${body.toString("utf8", 0, 300)}`);
  return JSON.parse((headerOf(head, "content-encoding") === "gzip" ? gunzipSync(body) : body).toString());
}

function notModified(who: string, { status, bytes }: HttpResponse): void {
  if (status !== 304 || bytes !== 0)
    throw new Error(`${who} responds to its list's own tag with ${status}, ${bytes} bytes`);
}

function byOid(articles: Article[]): Article[] {
  return articles.sort((a, b) => a.oid - b.oid);
}

/** Target after target, one response of each at a time, so that only two lists are in memory. */
async function compare(question: Question): Promise<number> {
  const [first, ...others] = question.targets.map((target) => ({
    target,
    responses: responsesOf(target, question),
  }));
  let compared = 0;
  if (first === undefined) return compared;
  for await (const [name, expected] of first.responses) {
    for (const { target, responses } of others) {
      const what = `${name}: ${target.name} against ${first.target.name}`;
      const next = await responses.next();
      const found = difference([name, expected], next.value);
      if (found !== undefined) throw new Error(`not the same response to ${what}: ${found}`);
      compared++;
    }
  }
  return compared;
}

if (!isMainThread && workerData !== null) parentPort?.postMessage(await compare(workerData as Question));
