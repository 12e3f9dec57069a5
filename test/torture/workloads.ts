import sharp from "sharp";
import type { Call, Reply } from "./call.ts";
import type { Stock } from "./fixture.ts";
import type { Entry, Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";

/** The input of one writer. */
export interface Lane {
  readonly call: Call;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly fixture: Stock;
  /** Items that no other writer counts. */
  readonly items: readonly number[];
  readonly printers: readonly number[];
}

/** One write or read: sends the request, records the response, and returns it. Rejects without a response. */
export type Turn = (lane: Lane) => Promise<Reply>;

/** A way of working, and how many do it at once. */
export interface Workload {
  readonly name: string;
  readonly lanes: number;
  readonly turn: Turn;
}

/** Sixteen writers, and two readers: the values that a reader has seen must stay, too. */
export const WORKLOADS: readonly Workload[] = [
  { name: "locations", lanes: 4, turn: addLocation },
  { name: "counts", lanes: 6, turn: count },
  { name: "photos", lanes: 3, turn: addPhoto },
  { name: "labels", lanes: 3, turn: print },
  { name: "looks", lanes: 2, turn: look },
];

async function addLocation({ call, ledger }: Lane): Promise<Reply> {
  const name = ledger.name();
  const entry = ledger.send({ kind: "location", name });
  return settled(ledger, entry, await call("POST", "/api/locations", { name }));
}

async function count({ call, ledger, random, items }: Lane): Promise<Reply> {
  const oid = random.pick(items);
  const entry = ledger.sendCount(oid);
  const body = { oid, inventoryQuantity: entry.write.quantity };
  return settled(ledger, entry, await call("PUT", "/api/inventories/items/update", body));
}

async function addPhoto({ call, ledger, random, fixture }: Lane): Promise<Reply> {
  const itemId = random.pick(fixture.items);
  const fileName = `${ledger.name()}.png`;
  const form = new FormData();
  form.append("inventoryItemId", String(itemId));
  form.append("photo", new Blob([await createPicture(random)], { type: "image/png" }), fileName);
  const entry = ledger.send({ kind: "photo", itemId, fileName });
  return settled(ledger, entry, await call("POST", "/api/photoarticleinventory", form));
}

async function print({ call, ledger, random, fixture, printers }: Lane): Promise<Reply> {
  const printerId = random.pick(printers);
  const label = ledger.label(fixture.articles);
  const entry = ledger.send({ kind: "label", printerId, ...label });
  const body = { ...label, printerId, labelFormatId: fixture.labelFormat };
  return settled(ledger, entry, await call("POST", "/api/pda/printing/print", body));
}

async function look({ call, ledger, random, fixture }: Lane): Promise<Reply> {
  const oid = random.pick(fixture.items);
  const reply = await call("GET", `/api/inventories/items/${oid}`);
  if (reply.status === 200) ledger.seen(oid, recordOf(reply).inventoryQuantity ?? null);
  return reply;
}

function settled(ledger: Ledger, entry: Entry, reply: Reply): Reply {
  if (reply.status >= 200 && reply.status < 300) ledger.acknowledge(entry, recordOf(reply).oid);
  return reply;
}

function recordOf({ body }: Reply): { oid: number; inventoryQuantity?: number | null } {
  if (typeof body !== "object" || body === null || !("oid" in body) || typeof body.oid !== "number")
    throw new Error(`a response without a record: ${JSON.stringify(body)}`);
  return { ...body, oid: body.oid };
}

const SIDE = 24;

/** A small PNG like no other. */
async function createPicture(random: Random): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, () => random.below(256));
  const png = await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
  return new Uint8Array(png);
}
