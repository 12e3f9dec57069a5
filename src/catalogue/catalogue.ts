import type { Fault } from "../errors.ts";
import { Invalid } from "../errors.ts";
import type { CatalogueTables } from "../storage/schema/articles.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/statement.ts";
import { say, type Words } from "../words.ts";

export type CatalogueName = keyof CatalogueTables;

/** The global article states (contract 3; decisions, demo data). */
export const ArticleState = { InUse: 1, InStock: 2, Proposed: 3, Disposed: 4 } as const;

const finders = {
  articleCategory: finder("articleCategory"),
  articleType: finder("articleType"),
  articleState: finder("articleState"),
  currencyType: finder("currencyType"),
  articleDisposalMethod: finder("articleDisposalMethod"),
  articleDisposalReason: finder("articleDisposalReason"),
};

function finder(table: CatalogueName) {
  return statement((p: { oid: number; tenantId: number }) =>
    sqlite
      .selectFrom(table)
      .select("oid")
      .where("oid", "=", p.oid)
      .where((eb) => eb.or([eb("tenantId", "=", p.tenantId), eb("tenantId", "is", null)])),
  );
}

const inserters = {
  articleCategory: inserter("articleCategory"),
  articleType: inserter("articleType"),
  articleState: inserter("articleState"),
  currencyType: inserter("currencyType"),
  articleDisposalMethod: inserter("articleDisposalMethod"),
  articleDisposalReason: inserter("articleDisposalReason"),
};

function inserter(table: CatalogueName) {
  return statement((p: { tenantId: number; name: string; change: number }) =>
    sqlite.insertInto(table).values({ tenantId: p.tenantId, name: p.name, change: p.change }),
  );
}

/** True when the record is the tenant's, or global. */
export function isInCatalogue(db: Db, catalogue: CatalogueName, oid: number, tenantId: number): boolean {
  return finders[catalogue].first(db, { oid, tenantId }) !== null;
}

/** Adds a record to a tenant's catalogue; gives its oid. */
export function addToCatalogue(tx: Tx, catalogue: CatalogueName, tenantId: number, name: string): number {
  return inserters[catalogue].run(tx, { tenantId, name, change: tx.change }).oid;
}

const NOTHING: Words = say("names nothing known here", "neoznačuje nic, co je tu známo");

/** Collects the references of one input that name nothing in the tenant, to tell them all at once. */
export class References {
  readonly #faults: Fault[] = [];

  /** Notes a fault at `path` unless `exists`; an absent or null reference is none. */
  check(path: string, oid: number | null | undefined, exists: (oid: number) => boolean): this {
    if (oid !== null && oid !== undefined && !exists(oid)) this.#faults.push({ path, words: NOTHING });
    return this;
  }

  /** Throws Invalid when any was at fault. */
  demand(): void {
    const [first, ...others] = this.#faults;
    if (first) throw Invalid.fields([first, ...others]);
  }
}
