import {
  changeSecrets,
  changeUser,
  getUserRecord,
  type SecretHashes,
  type UserFields,
  type UserRecord,
} from "../../access/users/user-changes.ts";
import { addUser, type NewUser } from "../../access/users/users.ts";
import {
  type ArticleFields,
  type ArticleRecord,
  addArticle,
  changeArticle,
  type NewArticle,
} from "../../articles/article.ts";
import { addToCatalogue } from "../../catalogue/catalogue.ts";
import type { Principal } from "../../domain/principal.ts";
import { addLocation, changeLocation, type LocationFields, locationOf } from "../../locations/location.ts";
import { type StockKey, setQuantity } from "../../stock/stock.ts";
import type { Tx } from "../../storage/database/statement.ts";

/**
 * What changes the data on behalf of a plan, by the domains' own rules. A dry run has one that changes nothing, so that it
 * plans exactly as the import itself does.
 */
export interface ImportWriter {
  addToCatalogue(catalogue: "articleCategory" | "articleType" | "articleState", name: string): number;
  addLocation(fields: LocationFields & { readonly name: string }): number;
  changeLocation(oid: number, fields: LocationFields): void;
  addArticle(fields: NewArticle): number;
  changeArticle(record: ArticleRecord, fields: ArticleFields): void;
  setPlace(place: StockKey, quantity: number): void;
  addUser(user: Omit<NewUser, "tenantId">): number;
  changeUser(record: UserRecord, fields: UserFields, secrets: SecretHashes): void;
}

/** Does what it is told, in the transaction. What it throws are the domains' refusals. */
export function transactionWriter(tx: Tx, caller: Principal): ImportWriter {
  const { tenantId } = caller;
  return {
    addToCatalogue: (catalogue, name) => addToCatalogue(tx, catalogue, tenantId, name),
    addLocation: (fields) => addLocation(tx, tenantId, fields),
    changeLocation: (oid, fields) => changeLocation(tx, locationOf(tx, tenantId, oid), fields),
    addArticle: (fields) => addArticle(tx, caller, fields),
    changeArticle: (record, fields) => changeArticle(tx, caller, record, fields),
    setPlace: (place, quantity) => setQuantity(tx, place, quantity),
    addUser: (user) => addUser(tx, { ...user, tenantId }),
    changeUser(record, fields, secrets) {
      changeUser(tx, record, fields);
      // Read again: the secrets are set beside what has just been changed.
      changeSecrets(tx, getUserRecord(tx, tenantId, record.oid), secrets);
    },
  };
}

/** Changes nothing; what it would make has ids below zero, which name no record. */
export function dryRunWriter(): ImportWriter {
  let made = 0;
  const make = () => --made;
  const nothing = () => {};
  return {
    addToCatalogue: make,
    addLocation: make,
    changeLocation: nothing,
    addArticle: make,
    changeArticle: nothing,
    setPlace: nothing,
    addUser: make,
    changeUser: nothing,
  };
}
