import { askAsUser } from "../../../box/tokens.ts";
import { type Asked, walkPath } from "../list/asked.ts";
import type { ArticlePage } from "../list/use-page.ts";
import { type Chosen, chosenOf } from "./chosen.ts";

/**
 * All articles that the filters let through, in the order of the table; it tells how many it has after each page. Null: called
 * off. Throws BoxAway, Refused or NotLoggedIn.
 */
export async function walkAll(
  asked: Asked,
  stop: AbortSignal,
  tell: (count: number) => void,
): Promise<readonly Chosen[] | null> {
  const found: Chosen[] = [];
  let cursor: string | null = null;
  try {
    do {
      const page: ArticlePage = await askAsUser(walkPath(asked, cursor), { signal: stop });
      for (const row of page.items) found.push(chosenOf(row));
      tell(found.length);
      cursor = page.nextCursor;
    } while (cursor !== null && !stop.aborted);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return stop.aborted ? null : found;
}
