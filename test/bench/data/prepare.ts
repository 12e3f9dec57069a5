import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { download } from "./download.ts";
import { generate } from "./generate.ts";
import { load } from "./load.ts";
import { makePhoto } from "./photo.ts";
import { choose } from "./sample.ts";
import { files, type Sample } from "./shape.ts";

/** `source` is the running product; without it the data are generated. */
export interface Preparation {
  readonly folder: string;
  readonly articles: number;
  readonly source?: { port: number; token: string };
}

/**
 * Writes raw's and Koa's databases and the photo into the folder and returns the parameters of the jobs. It runs in a
 * thread that ends with it: a heap of a million articles would disturb the client afterwards.
 */
export function prepare(preparation: Preparation): Promise<Sample> {
  const { promise, resolve, reject } = Promise.withResolvers<Sample>();
  const worker = new Worker(new URL(import.meta.url), { workerData: preparation });
  worker.once("message", resolve);
  worker.once("error", reject);
  return promise;
}

async function work({ folder, articles, source }: Preparation): Promise<Sample> {
  const data = source === undefined ? generate(articles) : await download(source.port, source.token);
  load(join(folder, files.raw), data, true);
  load(join(folder, files.koa), data, false);
  writeFileSync(join(folder, files.photo), await makePhoto());
  return choose(join(folder, files.raw), data);
}

if (!isMainThread) parentPort?.postMessage(await work(workerData as Preparation));
