import {
  changeUser,
  resetSecrets,
  type SecretHashes,
  type UserFields,
} from "../../access/accounts/user-changes.ts";
import { getUserRecord, type UserRecord } from "../../access/users/user-records.ts";
import { addUser, type NewUser } from "../../access/users/users.ts";
import {
  type ArticleFields,
  type ArticleRecord,
  changeArticle,
  insertArticle,
  type NewArticle,
} from "../../articles/article.ts";
import { addToCatalogue } from "../../catalogue/catalogue.ts";
import type { Principal } from "../../domain/principal.ts";
import { addLocation, changeLocation, getLocation, type LocationFields } from "../../locations/location.ts";
import { addStock, type StockKey, setQuantity } from "../../stock/stock.ts";
import type { Tx } from "../../storage/database/statement.ts";

/**
 * Writes the records of a plan, by the rules of each feature. The writer of a dry run changes nothing, so that a dry run and
 * applying plan in the same way.
 */
export interface ImportWriter {
  addToCatalogue(catalogue: "articleCategory" | "articleType" | "articleState", name: string): number;
  addLocation(fields: LocationFields & { readonly name: string }): number;
  changeLocation(oid: number, fields: LocationFields): void;
  /** Adds an article whose code and references the plan has just looked up. */
  addArticle(fields: NewArticle): number;
  changeArticle(record: ArticleRecord, fields: ArticleFields): void;
  setStock(key: StockKey, quantity: number): void;
  /** Adds stock of a new article. */
  addStock(key: StockKey, quantity: number): void;
  addUser(user: Omit<NewUser, "tenantId">): number;
  changeUser(record: UserRecord, fields: UserFields, secrets: SecretHashes): void;
}

/** Writes in the transaction. Throws the domain errors of the features. */
export function transactionWriter(tx: Tx, principal: Principal): ImportWriter {
  const { tenantId } = principal;
  return {
    addToCatalogue: (catalogue, name) => addToCatalogue(tx, catalogue, tenantId, name),
    addLocation: (fields) => addLocation(tx, tenantId, fields),
    changeLocation: (oid, fields) => changeLocation(tx, getLocation(tx, tenantId, oid), fields),
    addArticle: (fields) => insertArticle(tx, principal, fields),
    changeArticle: (record, fields) => changeArticle(tx, principal, record, fields),
    setStock: (key, quantity) => setQuantity(tx, key, quantity),
    addStock: (key, quantity) => addStock(tx, { ...key, quantity }),
    addUser: (user) => addUser(tx, { ...user, tenantId }),
    changeUser(record, fields, secrets) {
      changeUser(tx, record, fields);
      // Read again, because changeUser has changed the record.
      resetSecrets(tx, getUserRecord(tx, tenantId, record.oid), secrets, { keepDevices: false });
    },
  };
}

/** Changes nothing. New records get negative ids, which no stored record has. */
export function dryRunWriter(): ImportWriter {
  let lastId = 0;
  const newId = () => --lastId;
  const ignore = () => {};
  return {
    addToCatalogue: newId,
    addLocation: newId,
    changeLocation: ignore,
    addArticle: newId,
    changeArticle: ignore,
    setStock: ignore,
    addStock: ignore,
    addUser: newId,
    changeUser: ignore,
  };
}
