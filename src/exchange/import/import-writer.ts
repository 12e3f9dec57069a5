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
  insertArticles,
  type NewArticle,
} from "../../articles/article.ts";
import { attachCode, type CodedArticle } from "../../articles/codes/codes.ts";
import { addToCatalogue } from "../../catalogue/catalogue.ts";
import type { Principal } from "../../domain/principal.ts";
import { addLocation, changeLocation, getLocation, type LocationFields } from "../../locations/location.ts";
import { addPhotoOnce, type StoredPhoto } from "../../photos/photo.ts";
import { addRefillRule, changeRefillRule, type NewRefillRule, type RefillRecord } from "../../refill/rule.ts";
import { addStockOfMany, type StockKey, setQuantity } from "../../stock/stock.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { NamedList } from "./table-fields.ts";

/** The stock of a new article at a location. */
interface NewStock {
  readonly locationId: number;
  readonly quantity: number;
}

/**
 * Writes the records of a plan, by the rules of each feature. The writer of a dry run changes nothing, so that a dry run and
 * applying plan in the same way.
 */
export interface ImportWriter {
  addToCatalogue(catalogue: NamedList, name: string): number;
  addLocation(fields: LocationFields & { readonly name: string }): number;
  changeLocation(oid: number, fields: LocationFields): void;
  /** Adds an article with its stock and additional codes. The plan has just looked up its code and references. */
  addArticle(
    fields: NewArticle,
    stock: readonly NewStock[],
    codes: readonly string[],
    photo?: StoredPhoto,
  ): void;
  /** Adds a photo to an article that does not have it. */
  addPhoto(article: CodedArticle, photo: StoredPhoto): void;
  addCodes(record: ArticleRecord, codes: readonly string[]): void;
  changeArticle(record: ArticleRecord, fields: ArticleFields): void;
  setStock(key: StockKey, quantity: number): void;
  /** `record` null: adds a rule of minimum stock. */
  setRefillRule(record: RefillRecord | null, rule: Omit<NewRefillRule, "tenantId">): void;
  addUser(user: Omit<NewUser, "tenantId">): number;
  changeUser(record: UserRecord, fields: UserFields, secrets: SecretHashes): void;
}

/** An ImportWriter that collects new articles. */
interface CollectingWriter extends ImportWriter {
  /** Writes the collected articles. Call it before the transaction ends. */
  flush(): void;
}

interface NewRecord {
  readonly fields: NewArticle;
  readonly stock: readonly NewStock[];
  readonly codes: readonly string[];
  readonly photo: StoredPhoto | undefined;
}

/** Articles that are inserted by one statement: less than two milliseconds. */
const MAX_COLLECTED = 25;

/**
 * Writes in the transaction. Throws the domain errors of the features. New articles are inserted many at once; their codes
 * differ, so no other row of the import needs to read them.
 */
export function transactionWriter(tx: Tx, principal: Principal): CollectingWriter {
  const { tenantId } = principal;
  let collected: NewRecord[] = [];
  const attach = (article: CodedArticle, codes: readonly string[]) => {
    for (const code of codes) attachCode(tx, principal, article, { code });
  };
  const addPhotoTo = ({ oid, code }: CodedArticle, photo: StoredPhoto) =>
    addPhotoOnce(tx, principal, oid, photo, `${code ?? ""}.`);
  const flush = () => {
    if (collected.length === 0) return;
    const added = collected;
    collected = [];
    const oids = insertArticles(
      tx,
      principal,
      added.map(({ fields }) => fields),
    );
    const stock = oids.flatMap((articleId, i) =>
      (added[i]?.stock ?? []).map((one) => ({ articleId, ...one })),
    );
    addStockOfMany(tx, tenantId, stock);
    added.forEach(({ fields, codes, photo }, i) => {
      const oid = oids[i];
      if (oid === undefined) return;
      const article = { oid, code: fields.code ?? null };
      attach(article, codes);
      if (photo !== undefined) addPhotoTo(article, photo);
    });
  };
  return {
    flush,
    addToCatalogue: (catalogue, name) => addToCatalogue(tx, catalogue, tenantId, name),
    addLocation: (fields) => addLocation(tx, tenantId, fields),
    changeLocation: (oid, fields) => changeLocation(tx, getLocation(tx, tenantId, oid), fields),
    addPhoto: addPhotoTo,
    addArticle(fields, stock, codes, photo) {
      collected.push({ fields, stock, codes, photo });
      if (collected.length >= MAX_COLLECTED) flush();
    },
    addCodes: attach,
    changeArticle: (record, fields) => changeArticle(tx, principal, record, fields),
    setStock: (key, quantity) => setQuantity(tx, key, quantity),
    setRefillRule(record, rule) {
      if (record === null) addRefillRule(tx, { tenantId, ...rule });
      else changeRefillRule(tx, record, rule);
    },
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
    addArticle: ignore,
    addCodes: ignore,
    addPhoto: ignore,
    changeArticle: ignore,
    setStock: ignore,
    setRefillRule: ignore,
    addUser: newId,
    changeUser: ignore,
  };
}
