import type { OfTenant, Versioned } from "./columns.ts";

/** The fields of an article that the head office owns, with their values. Null: not owned. */
export interface MasterArticleTable extends OfTenant, Versioned {
  code: string;
  name: string | null;
  category: string | null;
  categoryKey: string | null;
}
