import { State } from "../domain/inventory-states.ts";
import { countItem } from "../inventories/counting/count.ts";
import { addInventory } from "../inventories/create.ts";
import { setState } from "../inventories/inventory.ts";
import { addExpectedItem, findItem } from "../inventories/items/item.ts";
import { addPhoto, type StoredPhoto } from "../photos/photo.ts";
import { piecesOf } from "../sample/models.ts";
import type { Tx } from "../storage/database/statement.ts";
import { updateTable } from "../storage/database/table-statements.ts";
import { roomOf, SHOP_ARTICLES, shopRoomOf } from "./articles.ts";
import { FIRST_ROOM, roomName } from "./locations.ts";
import { principalOf } from "./people.ts";

const ITEMS = 50;
const COUNTER = principalOf(3);
const MANAGER = principalOf(2);

/** An inventory of tenant 1: its state, and the number of counted items. */
interface Plan {
  readonly state: State;
  readonly counted: number;
  /** The last item is counted as missing. */
  readonly isOneMissing?: boolean;
  readonly isBlind?: boolean;
  readonly hasPhoto?: boolean;
}

/** The inventories 1 to 9. */
const PLANS: readonly Plan[] = [
  { state: State.Preparation, counted: 0 },
  { state: State.WaitingForStart, counted: 0 },
  { state: State.InProgress, counted: 10, hasPhoto: true },
  { state: State.Paused, counted: 25 },
  { state: State.Finished, counted: ITEMS, isOneMissing: true },
  { state: State.Processing, counted: ITEMS, isOneMissing: true },
  { state: State.Closed, counted: ITEMS },
  { state: State.Cancelled, counted: 0 },
  { state: State.InProgress, counted: 0, isBlind: true },
];

/** Adds the inventories of tenant 1 with its `articles` articles, then that of tenant 2. One item gets the picture. */
export function addInventories(tx: Tx, articles: number, picture: StoredPhoto): void {
  for (const [index, plan] of PLANS.entries()) {
    const first = index * ITEMS;
    // Starts again at the first article where there are too few.
    const numbers = numbersUpTo(Math.min(ITEMS, articles)).map(
      (index) => 1 + ((first + index - 1) % articles),
    );
    const locationId = FIRST_ROOM + index;
    const inventoryId = addStocktake(tx, locationId, `Inventura ${index + 1}: ${roomName(locationId)}`, plan);
    const items = numbers.map((number) =>
      addExpectedItem(tx, {
        tenantId: COUNTER.tenantId,
        inventoryId,
        articleId: number,
        locationId: roomOf(number),
        quantity: piecesOf(number),
      }),
    );
    countItems(tx, items, plan);
    const [photographed] = items;
    if (plan.hasPhoto && photographed !== undefined) {
      addPhoto(tx, COUNTER, { inventoryItemId: photographed }, picture, "scratched.jpg");
    }
    if (plan.counted > 0) advanceTo(tx, inventoryId, plan.state);
  }
  addShopStocktake(tx, articles);
}

function addStocktake(
  tx: Tx,
  locationId: number,
  name: string,
  { state, counted, isBlind = false }: Plan,
): number {
  return addInventory(tx, {
    tenantId: COUNTER.tenantId,
    name,
    // Items are counted in the state In progress.
    state: counted > 0 ? State.InProgress : state,
    locationId,
    locationIds: [locationId],
    mustBeApproved: state === State.Closed,
    isApproved: false,
    isBlind,
    userId: MANAGER.userId,
  });
}

/** The ids of tenant 2's articles follow those of tenant 1. */
function addShopStocktake(tx: Tx, articles: number): void {
  const inventoryId = addInventory(tx, {
    tenantId: 2,
    name: "Shop stocktake",
    state: State.InProgress,
    locationId: null,
    locationIds: [],
    mustBeApproved: false,
    isApproved: false,
    isBlind: false,
    userId: principalOf(6).userId,
  });
  for (const number of numbersUpTo(SHOP_ARTICLES)) {
    addExpectedItem(tx, {
      tenantId: 2,
      inventoryId,
      articleId: articles + number,
      locationId: shopRoomOf(number),
      quantity: piecesOf(number),
    });
  }
}

function countItems(tx: Tx, items: readonly number[], { counted, isOneMissing = false }: Plan): void {
  for (const [index, oid] of items.slice(0, counted).entries()) {
    const item = findItem(tx, COUNTER.tenantId, oid);
    if (item === null) throw new Error(`the new item ${oid} was not found`);
    const isMissing = isOneMissing && index === items.length - 1;
    countItem(
      tx,
      COUNTER,
      item,
      isMissing
        ? { inventoryQuantity: 0 }
        : { inventoryQuantity: item.quantity, inventoryLocationId: item.locationId },
    );
  }
}

const approve = updateTable("inventory", {
  set: ["approvedDT", "approvedBy", "change"],
  to: { isApproved: 1 },
  where: ["oid"],
});

/** The states after In progress, in their order. */
const STATES_AFTER_COUNTING: readonly State[] = [State.Finished, State.Processing, State.Closed];

/** Moves a counted inventory to its state. A closed one is approved. The counts equal the stock, so closing changes none. */
function advanceTo(tx: Tx, oid: number, state: State): void {
  const inventory = { tenantId: COUNTER.tenantId, oid };
  if (state === State.Paused) setState(tx, inventory, state, MANAGER.userId);
  for (const next of STATES_AFTER_COUNTING.slice(0, STATES_AFTER_COUNTING.indexOf(state) + 1))
    setState(tx, inventory, next, MANAGER.userId);
  if (state === State.Closed)
    approve.run(tx, { oid, approvedDT: tx.now, approvedBy: MANAGER.userId, change: tx.change });
}

/** 1, 2, … `last` */
function numbersUpTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
