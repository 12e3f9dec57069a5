import type { Generated } from "kysely";
import type { IsoTime, OfTenant } from "./columns.ts";

// Minimum stock.

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
