import { changeArticle, findArticleByCode } from "../articles/article.ts";
import { addToCatalogue, findInCatalogue } from "../catalogue/catalogue.ts";
import { DomainError, Unavailable } from "../domain/errors.ts";
import type { Message } from "../domain/message.ts";
import { FIRST_TENANT } from "../domain/roles.ts";
import { hasOwnedValue, type OwnedValues, saveOwned } from "../master-data/ownership.ts";
import { type Present, readPresent } from "../master-data/stored.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";

/** Codes of one transaction: a few milliseconds of work. */
const MAX_CODES = 20;

/** Who changes the articles. */
const AUTHOR = { tenantId: FIRST_TENANT, userName: "head office" };

/** The values that the head office owns of the article with a code; null: none any more. */
type Wanted = readonly [code: string, owned: OwnedValues | null];

/**
 * Saves what the head office owns and changes the articles that differ, by the rules of an edit. Returns the codes that a rule
 * refused, with the reasons. `cause`: for the audit. Rejects with Unavailable while the disk is nearly full.
 */
export async function applyMasterData(
  storage: Storage,
  wanted: readonly Wanted[],
  cause: string,
): Promise<ReadonlyMap<string, Message>> {
  const present = await readPresent(
    storage,
    FIRST_TENANT,
    wanted.map(([code]) => code),
  );
  const different = wanted.filter(([code, owned]) => isDifferent(owned, present.get(code)));
  const refused = new Map<string, Message>();
  for (let from = 0; from < different.length; from += MAX_CODES)
    await writeAll(storage, different.slice(from, from + MAX_CODES), cause, refused);
  return refused;
}

function isDifferent(owned: OwnedValues | null, present: Present | undefined): boolean {
  const stored = present?.owned ?? null;
  if (owned === null) return stored !== null;
  if (stored?.name !== owned.name || stored.category !== owned.category) return true;
  const article = present?.article ?? null;
  return article !== null && !hasOwnedValues(owned, article);
}

const hasOwnedValues = (owned: OwnedValues, { name, category }: { name: string; category: string | null }) =>
  hasOwnedValue("name", owned, name) && hasOwnedValue("category", owned, category);

/** Writes in one transaction; if a rule refuses one of them, each in its own. */
async function writeAll(
  storage: Storage,
  wanted: readonly Wanted[],
  cause: string,
  refused: Map<string, Message>,
): Promise<void> {
  const work = (tx: Tx) => {
    tx.setCause(cause);
    for (const one of wanted) write(tx, one);
  };
  try {
    await storage.write(FIRST_TENANT, work, { isRepeatable: true });
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof Unavailable) throw error;
    const [first, ...others] = wanted;
    if (first !== undefined && others.length === 0) refused.set(first[0], error.text);
    else for (const one of wanted) await writeAll(storage, [one], cause, refused);
  }
}

function write(tx: Tx, [code, owned]: Wanted): void {
  saveOwned(tx, FIRST_TENANT, code, owned);
  const record = owned && findArticleByCode(tx, FIRST_TENANT, code);
  if (owned === null || record === null) return;
  const { name, category } = owned;
  const categoryId =
    category === null
      ? record.categoryId
      : (findInCatalogue(tx, "articleCategory", FIRST_TENANT, category) ??
        addToCatalogue(tx, "articleCategory", FIRST_TENANT, category));
  if ((name ?? record.name) === record.name && categoryId === record.categoryId) return;
  changeArticle(tx, AUTHOR, record, { name: name ?? record.name, categoryId });
}
