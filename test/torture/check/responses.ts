import { type Call, demand, Refused } from "../call.ts";
import { type Entry, isCounted, type Ledger, type Moment, type PhotoWrite } from "../ledger.ts";
import type { Random } from "../random.ts";
import { fault, type Verdict } from "../verdict.ts";

/** The maximum of photos and labels that are requested one by one; the others are checked in the database. */
const MAX_PHOTOS = 12;
const MAX_LABELS = 6;
const MAX_ITEMS = 6;

/** Requests acknowledged writes of a running server, as a client does; of those that need single requests only some. */
export async function checkResponses(
  call: Call,
  ledger: Ledger,
  until: Moment,
  random: Random,
): Promise<Verdict> {
  try {
    return { checked: 0, lost: await lostResponses(call, ledger, until, random), faults: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return fault(error.message);
  }
}

async function lostResponses(call: Call, ledger: Ledger, until: Moment, random: Random): Promise<string[]> {
  const some = <E extends Entry>(entries: readonly E[], most: number) =>
    random.shuffled(entries.filter(({ ackedAt }) => ackedAt <= until)).slice(0, most);
  const lost: string[] = [];
  const locations = await demand<{ oid: number; name: string }[]>(call, "GET", "/api/locations");
  const names = new Map(locations.map(({ oid, name }) => [oid, name]));
  for (const { write, oid, ackedAt } of ledger.of("location")) {
    if (ackedAt <= until && names.get(oid ?? 0) !== write.name)
      lost.push(`GET: location ${oid} (${write.name})`);
  }
  for (const { write } of some(ledger.of("count"), MAX_ITEMS)) {
    const path = `/api/inventories/items/${write.itemId}`;
    const { inventoryQuantity } = await demand<{ inventoryQuantity: number | null }>(call, "GET", path);
    if (!isCounted(inventoryQuantity) || inventoryQuantity < write.quantity)
      lost.push(`GET: item ${write.itemId} shows ${inventoryQuantity}, was acknowledged ${write.quantity}`);
  }
  for (const { oid, write } of some(ledger.of("label"), MAX_LABELS)) {
    const reply = await call("GET", `/api/printrequests/${oid}`);
    const { copies } = (reply.body ?? {}) as { copies?: number };
    if (reply.status !== 200 || copies !== write.copies) lost.push(`GET: label ${oid}: ${reply.status}`);
  }
  const photos = some(ledger.of("photo"), MAX_PHOTOS);
  for (const photo of photos) lost.push(...(await lostPhoto(call, photo)));
  return lost;
}

async function lostPhoto(call: Call, { oid, write }: Entry<PhotoWrite>): Promise<string[]> {
  const list = await demand<{ oid: number; size: number }[]>(
    call,
    "GET",
    `/api/photoarticleinventory/${write.itemId}`,
  );
  const size = list.find((each) => each.oid === oid)?.size;
  const image = await call("GET", `/api/photos/${oid}`);
  const thumbnail = await call("GET", `/api/photos/${oid}/thumbnail`);
  const isWhole = image.status === 200 && image.bytes.length === size && thumbnail.status === 200;
  return isWhole ? [] : [`GET: photo ${oid}: ${image.status}, ${image.bytes.length} of ${size} bytes`];
}
