import sharp from "sharp";
import { Caller, encodeForm, timed } from "./caller.ts";
import { RUNNING_STOCKTAKE } from "./counting.ts";
import { type Figure, figuresOf } from "./figures.ts";
import { beside, load, type Turn } from "./load.ts";
import { peakMb, resetPeak } from "./process.ts";
import { type Product, startProduct } from "./product.ts";
import { median } from "./statistics.ts";

const RESTARTS = 3;
/** At 100 000 articles, and above. */
const STARTS = { usual: { startMs: 500, peakMb: 350 }, large: { startMs: 1500, peakMb: 600 } } as const;
const READY_MB = 120;
const WHILE_OTHERS_WORK = { p99: 10, longest: 20 };

/** Values that the requests are made of. */
interface Sample {
  readonly codes: readonly string[];
  /** Items of the running stocktake. */
  readonly items: readonly number[];
  /** Whole names that find few articles. */
  readonly names: readonly string[];
  /** A word that about one name in sixteen has. */
  readonly word: string;
}

/** Starts, scans, counts, lists, searches and photos, alone and beside each other. */
export async function measureRequests(first: Product, seconds: number, articles: number): Promise<Figure[]> {
  let product = first;
  const starts: Product[] = [];
  for (let run = 0; run < RESTARTS; run++) {
    await product.stop();
    product = await startProduct(product.folder, articles);
    starts.push(product);
  }
  const goals = articles > 100_000 ? STARTS.large : STARTS.usual;
  const figures: Figure[] = [
    { what: "first start, with the demo's data: s", value: first.startMs / 1000 },
    {
      what: "restart: ms to ready",
      value: median(starts.map(({ startMs }) => startMs)),
      atMost: goals.startMs,
    },
    { what: "MB when ready", value: median(starts.map(({ readyMb }) => readyMb)), atMost: READY_MB },
  ];
  const sample = await chooseSample(product);
  const turns = turnsOf(sample, await photoUpload(sample));
  const measure = async (name: keyof typeof turns, callers: number) => {
    process.stderr.write(`${name}, ${callers}\n`);
    figures.push(...figuresOf(`${name}, ${callers}`, await load(product, callers, seconds, turns[name])));
  };
  resetPeak(product.pid);
  for (const callers of [1, 32])
    for (const name of ["scan", "count", "list304", "findNarrow"] as const) await measure(name, callers);
  for (const name of ["list", "listGzip", "listAfterWrite", "findWide"] as const) await measure(name, 1);
  figures.push({ what: "peak MB, photos apart", value: peakMb(product.pid), atMost: goals.peakMb });
  await measure("photo", 1);
  for (const other of ["list", "findWide", "photo"] as const) {
    const scans = () => load(product, 1, seconds, turns.scan);
    const while_ = `scan while another client sends: ${other}`;
    figures.push(...figuresOf(while_, await beside(product, turns[other], scans), WHILE_OTHERS_WORK));
  }
  await product.stop();
  return figures;
}

async function chooseSample(product: Product): Promise<Sample> {
  const caller = new Caller(product);
  const listed = await caller.demand<{ items: { name: string; code: string | null }[] }>(
    "GET",
    "/api/articles/page?limit=500&sort=-code",
  );
  const items = await caller.demand<{ oid: number }[]>("GET", `/api/inventories/${RUNNING_STOCKTAKE}/items`);
  const names = listed.items.map(({ name }) => name);
  const few: string[] = [];
  for (const name of new Set(names)) {
    const found = await caller.demand<unknown[]>("GET", findPath(name));
    if (found.length <= 8) few.push(name);
    if (few.length === 20) break;
  }
  caller.close();
  return {
    codes: listed.items.flatMap(({ code }) => code ?? []),
    items: items.map(({ oid }) => oid),
    names: few.length > 0 ? few : names.slice(0, 20),
    word: commonWord(names),
  };
}

function commonWord(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of names.flatMap((name) => name.split(" ")))
    if (/^[a-z]{4,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const distance = (count: number) => Math.abs(count - names.length / 16);
  const [nearest] = [...counts].toSorted(([, one], [, other]) => distance(one) - distance(other));
  if (nearest === undefined) throw new Error("no name holds a word of letters");
  return nearest[0];
}

const findPath = (name: string) => `/api/articles/findByName?name=${encodeURIComponent(name)}`;

/** The requests by name. The photo of each upload differs. */
function turnsOf({ codes, items, names, word }: Sample, photo: { body: Buffer; type: string }) {
  let next = 0;
  const cycled = <T>(values: readonly T[]) => values[next++ % values.length] as T;
  const expecting = (status: number, send: (caller: Caller) => ReturnType<Caller["send"]>): Turn => {
    return async (caller) => {
      let received = 0;
      const ms = await timed(async () => {
        received = (await send(caller)).status;
      });
      return received === status ? ms : undefined;
    };
  };
  const get = (path: () => string, headers = {}) =>
    expecting(200, (caller) => caller.send("GET", path(), undefined, headers));
  const list = get(() => "/api/articles");
  const table = photo.body.indexOf(Buffer.from([0xff, 0xdb])) + 5;
  let tag = "";
  return {
    scan: get(() => `/api/articles/getbycode?code=${encodeURIComponent(cycled(codes))}`),
    count: expecting(200, (caller) =>
      caller.send("PUT", "/api/inventories/items/update", {
        oid: cycled(items),
        inventoryQuantity: Math.floor(next / items.length) % 7,
      }),
    ),
    list,
    listGzip: get(() => "/api/articles", { "Accept-Encoding": "gzip" }),
    list304: expecting(304, async (caller) => {
      if (tag === "") tag = String((await caller.send("GET", "/api/articles")).headers.etag);
      return caller.send("GET", "/api/articles", undefined, { "If-None-Match": tag });
    }),
    listAfterWrite: async (caller: Caller) => {
      await caller.demand("PUT", "/api/articles/50", { oid: 50, price: ++next });
      return list(caller);
    },
    findNarrow: get(() => findPath(cycled(names))),
    findWide: get(() => findPath(word)),
    photo: expecting(201, (caller) => {
      next++;
      // Another number in the quantisation table is another picture.
      photo.body[table + 1] = 1 + (next % 32);
      photo.body[table + 2] = 1 + (Math.floor(next / 32) % 32);
      return caller.send("POST", "/api/photoarticleinventory", photo.body, { "Content-Type": photo.type });
    }),
  };
}

/** An upload of a picture of 12 megapixels. */
async function photoUpload({ items }: Sample): Promise<{ body: Buffer; type: string }> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const picture = await sharp({
    create: { width: 1000, height: 750, channels: 3, background: "white", noise },
  })
    .resize(4000, 3000)
    .jpeg({ quality: 82 })
    .toBuffer();
  const form = new FormData();
  form.append("inventoryItemId", String(items[0]));
  form.append("photo", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "shelf.jpeg");
  return encodeForm(form);
}
