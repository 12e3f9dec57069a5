import { addArticle } from "../articles/article.ts";
import { ArticleState } from "../catalogue/catalogue.ts";
import { addStock } from "../stock/stock.ts";
import type { Tx } from "../storage/database/statement.ts";
import { Category, Type } from "./catalogues.ts";
import { FIRST_ROOM, LAST_ROOM, SHOP_ROOMS } from "./locations.ts";
import { modelOf, pseudoRandom } from "./models.ts";
import { principalOf } from "./people.ts";

/** Articles of the inventories 1 to 9: each inventory has fifty of them, in a room of its own. */
const COUNTED_ARTICLES = 450;
const ARTICLES_A_ROOM = 50;
const FIRST_OTHER_ROOM = FIRST_ROOM + COUNTED_ARTICLES / ARTICLES_A_ROOM;

/** How many articles tenant 2 has. */
export const SHOP_ARTICLES = 20;

/** Every fifth article is assigned to a user, every seventh has a responsible person, every third a tag. */
const ASSIGNED = 5;
const RESPONSIBLE = 7;
const TAGGED = 3;

/** Serial numbers jump about by a prime that does not divide this, so no two are the same. */
const SERIALS = 80_000_000;

/** What the articles of a tenant are marked with, where they are, and who has them. */
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

/** Adds the articles 1 to `articles` of tenant 1, each with its place, then those of tenant 2. */
export function addArticles(tx: Tx, articles: number): void {
  for (let number = 1; number <= articles; number++) addStocked(tx, RIVERSIDE, number, modelOf(number));
  for (let number = 1; number <= SHOP_ARTICLES; number++) {
    const model = { ...modelOf(number), categoryId: Category.Shop, typeId: Type.Shop };
    addStocked(tx, HILLTOP, number, model);
  }
}

/** The room of tenant 1 in which the article with this number is. */
export function roomOf(number: number): number {
  if (number <= COUNTED_ARTICLES) return FIRST_ROOM + Math.floor((number - 1) / ARTICLES_A_ROOM);
  return FIRST_OTHER_ROOM + (number % (LAST_ROOM - FIRST_OTHER_ROOM + 1));
}

/** The room of tenant 2 in which its article with this number is. */
export function shopRoomOf(number: number): number {
  return SHOP_ROOMS[number % 2 === 0 ? 1 : 0];
}

/** How many pieces there are of the article with this number: 1 to 5. */
export function piecesOf(number: number): number {
  return 1 + pseudoRandom(number, 5);
}

/** The articles of user 3 one after the other, from index 0 on; where there are few, any. */
export function ownArticle(index: number, articles: number): number {
  return 1 + (((index + 1) * ASSIGNED - 1) % articles);
}

function addStocked(tx: Tx, stock: TenantStock, number: number, model: ReturnType<typeof modelOf>): void {
  const caller = principalOf(stock.adminId);
  const isAssigned = number % ASSIGNED === 0;
  const articleId = addArticle(tx, caller, {
    ...model,
    code: `${stock.codeLetter}${String(number).padStart(6, "0")}`,
    stateId: isAssigned ? ArticleState.InUse : ArticleState.InStock,
    serialNumber: `SN-${stock.firstSerial + ((number * 7_919) % SERIALS)}`,
    rfId: number % TAGGED === 0 ? rfId(stock.codeLetter, number) : null,
    userId: isAssigned ? stock.userId : null,
    responsibleUserId: number % RESPONSIBLE === 0 ? stock.responsibleUserId : null,
  });
  const { tenantId } = caller;
  addStock(tx, { tenantId, articleId, locationId: stock.roomOf(number), quantity: piecesOf(number) });
}

/** 96 bits in hexadecimal, as the tags carry them. */
function rfId(codeLetter: string, number: number): string {
  const serial = number.toString(16).toUpperCase().padStart(16, "0");
  return `E28011${codeLetter.charCodeAt(0).toString(16)}${serial}`;
}
