import { msg } from "../domain/message.ts";
import { METHODS, PURPOSES } from "../domain/stocktakes/frame.ts";
import { SETTLEMENTS } from "../domain/stocktakes/settlement.ts";
import { MAX_PLAN_NAME_LENGTH } from "../domain/text-limits.ts";
import type { RecordDeclaration } from "./record.ts";

const TRANSITION = "the state says it";

/** A stocktake. */
export const INVENTORY = {
  table: "inventory",
  entity: "inventory",
  label: msg("Stocktake"),
  names: ["name"],
  lostAs: "stocktakes",
  feedKind: 11,
  hasDeleted: false,
  fields: {
    name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name") },
    inventoryStateId: { kind: "whole", reach: "everywhere", label: msg("Stocktake state") },
    isClosed: { kind: "flag", hasDefault: true, reach: "everywhere", label: msg("Closed", "stocktake") },
    isApproved: { kind: "flag", hasDefault: true, reach: "everywhere", label: msg("Approved", "stocktake") },
    mustBeApproved: {
      kind: "flag",
      hasDefault: true,
      reach: "everywhere",
      label: msg("Approval required"),
    },
    isBlind: { kind: "flag", hasDefault: true, reach: "everywhere", label: msg("Blind count") },
    locationId: {
      kind: "reference",
      to: "location",
      isNullable: true,
      reach: "everywhere",
      label: msg("Location"),
    },
    // Null: not approved, or not known.
    approvedDT: { kind: "time", isNullable: true, reach: "everywhere", except: { audit: TRANSITION } },
    approvedBy: {
      kind: "reference",
      to: "user",
      isNullable: true,
      reach: "everywhere",
      except: { audit: TRANSITION },
    },
    // The frame. Null: none.
    purpose: { kind: "choice", of: PURPOSES, isNullable: true, reach: "everywhere", label: msg("Purpose") },
    decisiveDay: { kind: "day", isNullable: true, reach: "everywhere", label: msg("Decisive day") },
    // Typed. Null: the times of the stocktake are those of the count.
    countBegunDT: {
      kind: "time",
      isNullable: true,
      reach: "everywhere",
      label: msg("Beginning of the count"),
    },
    countEndedDT: { kind: "time", isNullable: true, reach: "everywhere", label: msg("End of the count") },
    method: { kind: "choice", of: METHODS, isNullable: true, reach: "everywhere", label: msg("Method") },
    committee: { kind: "json", hasDefault: true, reach: "everywhere", label: msg("Committee") },
    handover: {
      kind: "json",
      isNullable: true,
      reach: "everywhere",
      label: msg("Handover between responsible persons"),
    },
  },
  internal: {
    nameFolded: { type: "text" },
    // The company at the close. JSON.
    company: { type: "text", isNullable: true },
    // The transaction that created the items.
    preparedChange: { type: "whole", isNullable: true },
    // The last article that the close has settled.
    settledArticleId: { type: "whole", hasDefault: true },
  },
} as const satisfies RecordDeclaration;

/** An article at a location that a stocktake counts. */
export const INVENTORY_ITEM = {
  table: "inventoryItem",
  entity: null,
  names: ["articleId"],
  lostAs: "stocktakes",
  feedKind: 12,
  hasDeleted: false,
  fields: {
    inventoryId: { kind: "reference", to: "inventory", reach: "everywhere" },
    articleId: { kind: "reference", to: "article", reach: "everywhere" },
    locationId: { kind: "reference", to: "location", isNullable: true, reach: "everywhere" },
    inventoryLocationId: { kind: "reference", to: "location", isNullable: true, reach: "everywhere" },
    quantity: { kind: "whole", reach: "everywhere" },
    inventoryQuantity: { kind: "whole", isNullable: true, reach: "everywhere" },
    // Pieces that came to (or left) the expected location since the creation of the item, and the last such movement.
    movedQuantity: { kind: "whole", hasDefault: true, reach: "everywhere" },
    movedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    // The article's price at the creation of the item, and the name of its currency.
    price: { kind: "money", hasDefault: true, reach: "everywhere" },
    currency: { kind: "text", isNullable: true, reach: "everywhere" },
    isFound: { kind: "flag", hasDefault: true, reach: "everywhere" },
    isDisposal: { kind: "flag", hasDefault: true, reach: "everywhere" },
    isApproved: { kind: "flag", hasDefault: true, reach: "everywhere" },
    approvedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    approvedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere" },
    isUnexpected: { kind: "flag", hasDefault: true, reach: "everywhere" },
    isToRecount: { kind: "flag", hasDefault: true, reach: "everywhere" },
    // A Manager's decision about the movements, who made it, and when.
    decision: {
      kind: "choice",
      of: ["keepCount", "keepDifference"],
      isNullable: true,
      reach: "everywhere",
    },
    decidedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    decidedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere" },
    disposalMethodId: {
      kind: "reference",
      to: "articleDisposalMethod",
      isNullable: true,
      reach: "everywhere",
    },
    disposalReasonId: {
      kind: "reference",
      to: "articleDisposalReason",
      isNullable: true,
      reach: "everywhere",
    },
    note: { kind: "lines", isNullable: true, reach: "everywhere" },
    // How a difference is settled, why there is one, and who said so when. Null: not settled.
    settlement: { kind: "choice", of: SETTLEMENTS, isNullable: true, reach: "everywhere" },
    cause: { kind: "text", isNullable: true, reach: "everywhere" },
    explainedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    explainedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere" },
    // How it was found. Null: by the method of the stocktake.
    method: { kind: "choice", of: METHODS, isNullable: true, reach: "everywhere" },
    // The last count. Null: not counted.
    countedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    countedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere" },
    // Where the close has taken pieces of an unexpected item from, and how many. Null: from nowhere, not closed, or not known.
    takenFromLocationId: { kind: "reference", to: "location", isNullable: true, reach: "everywhere" },
    takenQuantity: { kind: "whole", isNullable: true, reach: "everywhere" },
    // The location where an unexpected article was found first.
    foundAtLocationId: { kind: "reference", to: "location", isNullable: true, reach: "inside" },
  },
  internal: {
    // The terminal that changed the counted quantity last: `device 3` or `user 2`.
    countedTerminal: { type: "text", isNullable: true },
    // The last count of each terminal, which a later count may contradict. JSON.
    recentCounts: { type: "text", hasDefault: true },
    // The time of the newest applied operation.
    operationDT: { type: "time", isNullable: true },
    // The state after an older operation, for items with very many operations. JSON.
    checkpoint: { type: "text", isNullable: true },
  },
} as const satisfies RecordDeclaration;

/** A plan of cycle counts. */
export const COUNT_PLAN = {
  table: "countPlan",
  entity: "countPlan",
  label: msg("Count plan"),
  names: ["name"],
  lostAs: "countPlans",
  feedKind: null,
  hasDeleted: true,
  fields: {
    name: {
      kind: "text",
      length: MAX_PLAN_NAME_LENGTH,
      isRequired: true,
      reach: "inside",
      label: msg("Name"),
    },
    selection: { kind: "json", isRequired: true, reach: "inside", label: msg("What to count") },
    schedule: { kind: "json", isRequired: true, reach: "inside", label: msg("When") },
    fromDate: { kind: "day", isRequired: true, reach: "inside", label: msg("First day") },
    toDate: { kind: "day", isNullable: true, reach: "inside", label: msg("Last day") },
    isPaused: { kind: "flag", reach: "inside", label: msg("Paused", "webhook") },
    isBlind: { kind: "flag", reach: "inside", label: msg("Blind count") },
    mustBeApproved: { kind: "flag", reach: "inside", label: msg("Approval required") },
    secondCount: { kind: "json", isNullable: true, reach: "inside", label: msg("Second count") },
    counterId: {
      kind: "reference",
      to: "user",
      isNullable: true,
      reach: "inside",
      label: msg("Who counts"),
      except: { list: "the plan shows the person" },
    },
    ownerId: {
      kind: "reference",
      to: "user",
      reach: "inside",
      label: msg("Owner"),
      except: { list: "the plan shows the person", body: "who saves it" },
    },
    activeSince: {
      kind: "time",
      reach: "inside",
      label: msg("Active since"),
      except: { list: "of use to the server", body: "set by the server" },
    },
  },
  internal: { nameKey: { type: "text", isUnique: true } },
} as const satisfies RecordDeclaration;
