import type { Generated } from "kysely";
import type { Flag, IsoTime, OfTenant } from "./columns.ts";

// Plans of cycle counts, and what their stocktakes are made of and have found.

/** A due date of a plan. */
export interface CountPlanRunTable extends OfTenant {
  oid: Generated<number>;
  planId: number;
  dueDate: string;
  at: IsoTime;
  outcome: "made" | "skipped" | "empty";
  inventoryId: number;
  seed: string;
}

/** The rules of a stocktake. */
export interface InventoryRuleTable extends OfTenant {
  inventoryId: number;
  /** 1: only the stock in `inventorySelection` is counted. */
  isSelective: Generated<Flag>;
  /** Who is to count. Null: anybody. */
  counterId: number | null;
  /** Limits of the second count: pieces, percent, value in ten-thousandths. Null: no such limit. */
  secondCountPieces: number | null;
  secondCountPercent: number | null;
  secondCountValue: number | null;
  /** A Manager lets it be closed without the second counts. */
  waivedDT: Generated<IsoTime | null>;
  waivedBy: Generated<number | null>;
  waivedFor: Generated<string | null>;
}

/** An article at a location that a selective stocktake counts. */
export interface InventorySelectionTable extends OfTenant {
  inventoryId: number;
  locationId: number;
  articleId: number;
}

/** The random sample of a stocktake. */
export interface InventorySampleTable extends OfTenant {
  inventoryId: number;
  population: number;
  sample: number;
  seed: string;
  /** JSON, a list of `DrawnLocation`. */
  locations: string | null;
}

/** What a closed stocktake has found. */
export interface InventoryAccuracyTable extends OfTenant {
  inventoryId: number;
  closedDT: IsoTime;
  items: number;
  wrongItems: number;
  notCounted: number;
  pieces: number;
  wrongPieces: number;
  /** Null: several currencies. */
  value: number | null;
  wrongValue: number | null;
}
