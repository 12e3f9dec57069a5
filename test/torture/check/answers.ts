import { type Call, demand, Refused } from "../call.ts";
import type { Chance } from "../chance.ts";
import { type Entry, isCounted, type Ledger, type Moment, type PhotoWrite } from "../ledger.ts";
import { fault, type Verdict } from "../verdict.ts";

/** The maximum of photos and labels that are requested one by one; the others are checked in the database. */
const MOST_PHOTOS = 12;
const MOST_LABELS = 6;
const MOST_ITEMS = 6;

/** Requests acknowledged writes of a running server, as a client does; of those that need single requests only some. */
export async function checkAnswers(
  call: Call,
  ledger: Ledger,
  until: Moment,
  chance: Chance,
): Promise<Verdict> {
  try {
    return { checked: 0, lost: await lostAnswers(call, ledger, until, chance), faults: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return fault(error.message);
  }
}

async function lostAnswers(call: Call, ledger: Ledger, until: Moment, chance: Chance): Promise<string[]> {
  const some = <E extends Entry>(entries: readonly E[], most: number) =>
    chance.shuffled(entries.filter(({ ackedAt }) => ackedAt <= until)).slice(0, most);
  const lost: string[] = [];
  const locations = await demand<{ oid: number; name: string }[]>(call, "GET", "/api/locations");
  const names = new Map(locations.map(({ oid, name }) => [oid, name]));
  for (const { deed, oid, ackedAt } of ledger.of("location")) {
    if (ackedAt <= until && names.get(oid ?? 0) !== deed.name)
      lost.push(`GET: location ${oid} (${deed.name})`);
  }
  for (const { deed } of some(ledger.of("count"), MOST_ITEMS)) {
    const path = `/api/inventories/items/${deed.itemId}`;
    const { inventoryQuantity } = await demand<{ inventoryQuantity: number | null }>(call, "GET", path);
    if (!isCounted(inventoryQuantity) || inventoryQuantity < deed.quantity)
      lost.push(`GET: item ${deed.itemId} shows ${inventoryQuantity}, was acknowledged ${deed.quantity}`);
  }
  for (const { oid, deed } of some(ledger.of("label"), MOST_LABELS)) {
    const reply = await call("GET", `/api/printrequests/${oid}`);
    const { copies } = (reply.body ?? {}) as { copies?: number };
    if (reply.status !== 200 || copies !== deed.copies) lost.push(`GET: label ${oid}: ${reply.status}`);
  }
  const photos = some(ledger.of("photo"), MOST_PHOTOS);
  for (const photo of photos) lost.push(...(await lostPhoto(call, photo)));
  return lost;
}

async function lostPhoto(call: Call, { oid, deed }: Entry<PhotoWrite>): Promise<string[]> {
  const list = await demand<{ oid: number; size: number }[]>(
    call,
    "GET",
    `/api/photoarticleinventory/${deed.itemId}`,
  );
  const size = list.find((each) => each.oid === oid)?.size;
  const image = await call("GET", `/api/photos/${oid}`);
  const thumbnail = await call("GET", `/api/photos/${oid}/thumbnail`);
  const isWhole = image.status === 200 && image.bytes.length === size && thumbnail.status === 200;
  return isWhole ? [] : [`GET: photo ${oid}: ${image.status}, ${image.bytes.length} of ${size} bytes`];
}
