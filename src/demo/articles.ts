import { addArticle } from "../articles/article.ts";
import { ArticleState } from "../domain/article-state.ts";
import { addRefillRule } from "../refill/rule.ts";
import { compareNext } from "../refill/shortages.ts";
import { type Kind, modelAt, pick, piecesOf } from "../sample/models.ts";
import { addStock } from "../stock/stock.ts";
import type { Tx } from "../storage/database/statement.ts";
import { Category, Type } from "./catalogues.ts";
import { FIRST_ROOM, LAST_ROOM, SHOP_ROOMS } from "./locations.ts";
import { principalOf } from "./people.ts";

/** Articles of the inventories 1 to 9: fifty in each, in a separate room. */
const COUNTED_ARTICLES = 450;
const ARTICLES_PER_ROOM = 50;
const FIRST_OTHER_ROOM = FIRST_ROOM + COUNTED_ARTICLES / ARTICLES_PER_ROOM;

/** How many articles tenant 2 has. */
export const SHOP_ARTICLES = 20;

/** Every fifth article is assigned to a user, every seventh has a responsible person, every third a tag. */
const ASSIGNED = 5;
const RESPONSIBLE = 7;
const TAGGED = 3;

/** Serial numbers are multiples of a prime modulo this number. The prime does not divide it, so they are unique. */
const SERIALS = 80_000_000;

/** The codes, rooms and users of the articles of a tenant. */
interface TenantStock {
  readonly adminId: number;
  readonly userId: number;
  readonly responsibleUserId: number;
  readonly codeLetter: string;
  readonly firstSerial: number;
  readonly roomOf: (number: number) => number;
}

const RIVERSIDE: TenantStock = {
  adminId: 1,
  userId: 3,
  responsibleUserId: 2,
  codeLetter: "A",
  firstSerial: 10_000_000,
  roomOf,
};
const HILLTOP: TenantStock = {
  adminId: 6,
  userId: 7,
  responsibleUserId: 6,
  codeLetter: "H",
  firstSerial: 90_000_000,
  roomOf: shopRoomOf,
};

/** Adds the articles 1 to `articles` of tenant 1 with their stock, then those of tenant 2. */
export function addArticles(tx: Tx, articles: number): void {
  for (let number = 1; number <= articles; number++) addStocked(tx, RIVERSIDE, number, modelOf(number));
  for (let number = 1; number <= SHOP_ARTICLES; number++) {
    const model = { ...modelOf(number), categoryId: Category.Shop, typeId: Type.Shop };
    addStocked(tx, HILLTOP, number, model);
  }
}

/** The room of an article of tenant 1. */
export function roomOf(number: number): number {
  if (number <= COUNTED_ARTICLES) return FIRST_ROOM + Math.floor((number - 1) / ARTICLES_PER_ROOM);
  return FIRST_OTHER_ROOM + (number % (LAST_ROOM - FIRST_OTHER_ROOM + 1));
}

/** The room of an article of tenant 2. */
export function shopRoomOf(number: number): number {
  return SHOP_ROOMS[number % 2 === 0 ? 1 : 0];
}

/** One, two, three and four of ten articles have the same model. */
const MODEL_OF_TEN = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3];

const CATALOGUE: Readonly<Record<Kind, { readonly categoryId: number; readonly typeId: number }>> = {
  notebook: { categoryId: Category.It, typeId: Type.Notebook },
  monitor: { categoryId: Category.It, typeId: Type.Monitor },
  chair: { categoryId: Category.Furniture, typeId: Type.Chair },
  drill: { categoryId: Category.Tools, typeId: Type.Drill },
};

/** The name, the price and the catalogue of an article of tenant 1. */
export function modelOf(number: number) {
  const before = number - 1;
  const { kind, ...model } = modelAt(Math.floor(before / 10) * 4 + pick(MODEL_OF_TEN, before));
  return { ...model, ...CATALOGUE[kind] };
}

/** The article of user 3 at this index, from 0; any article where there are few. */
export function ownArticle(index: number, articles: number): number {
  return 1 + (((index + 1) * ASSIGNED - 1) % articles);
}

function addStocked(tx: Tx, stock: TenantStock, number: number, model: ReturnType<typeof modelOf>): void {
  const principal = principalOf(stock.adminId);
  const isAssigned = number % ASSIGNED === 0;
  const articleId = addArticle(tx, principal, {
    ...model,
    code: `${stock.codeLetter}${String(number).padStart(6, "0")}`,
    stateId: isAssigned ? ArticleState.InUse : ArticleState.InStock,
    serialNumber: `SN-${stock.firstSerial + ((number * 7_919) % SERIALS)}`,
    rfId: number % TAGGED === 0 ? rfId(stock.codeLetter, number) : null,
    userId: isAssigned ? stock.userId : null,
    responsibleUserId: number % RESPONSIBLE === 0 ? stock.responsibleUserId : null,
  });
  const { tenantId } = principal;
  addStock(tx, { tenantId, articleId, locationId: stock.roomOf(number), quantity: piecesOf(number) });
}

/** An RFID tag: 96 bits in hexadecimal. */
function rfId(codeLetter: string, number: number): string {
  const serial = number.toString(16).toUpperCase().padStart(16, "0");
  return `E28011${codeLetter.charCodeAt(0).toString(16)}${serial}`;
}

/** Articles of tenant 1 that no stocktake counts, with what their room has too few of: pieces of their minimum. */
const SHORT: readonly (readonly [number: number, missing: number])[] = [
  [461, 4],
  [462, 12],
  [463, 0],
];

/** Adds minimum stock of tenant 1: two articles have less, one has enough. None with fewer articles. */
export function addRefill(tx: Tx, articles: number): void {
  for (const [articleId, missing] of SHORT) {
    if (articleId > articles) continue;
    const minimum = piecesOf(articleId) + missing;
    addRefillRule(tx, { tenantId: 1, articleId, locationId: roomOf(articleId), minimum, target: null });
  }
  compareNext(tx);
}
