import type { Generated } from "kysely";
import type { IsoTime, OfTenant, Versioned } from "./columns.ts";

// Minimum stock.

/** A rule of minimum stock. */
export interface RefillRuleTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  /** Null: everywhere. */
  locationId: number | null;
  minimum: number;
  /** Null: the minimum. */
  target: number | null;
}

/** A rule with too few pieces. */
export interface RefillShortageTable extends OfTenant {
  ruleId: number;
  stock: number;
  since: IsoTime;
}

/** What has yet to be compared with the rules. */
export interface RefillPendingTable extends OfTenant {
  /** 0: all rules after `afterRuleId`. */
  articleId: number;
  afterRuleId: Generated<number>;
}
