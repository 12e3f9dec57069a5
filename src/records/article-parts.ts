import { CODE_KINDS } from "../domain/codes/stored-key.ts";
import { MAX_PIECES } from "../domain/counting/fold.ts";
import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

// What belongs to an article: stock, further codes, requests about it, photos.

/** Pieces of an article at a location. */
export const STOCK = {
  table: "articleLocation",
  entity: null,
  names: ["articleId"],
  lostAs: "articles",
  feedKind: 10,
  hasDeleted: false,
  fields: {
    articleId: {
      kind: "reference",
      to: "article",
      isOwner: true,
      reach: "everywhere",
      except: { cells: "the code of the article" },
    },
    locationId: {
      kind: "reference",
      to: "location",
      isOwner: true,
      reach: "everywhere",
      label: msg("Location"),
      // The path.
      cells: {
        name: "location",
        width: 44,
        aliases: ["location path", "path", "cesta", "place", "místo", "místnost", "room", "lokace", "poloha"],
      },
    },
    quantity: {
      kind: "whole",
      min: 0,
      max: MAX_PIECES,
      reach: "everywhere",
      label: msg("Quantity"),
      cells: {
        width: 10,
        aliases: ["pieces", "qty", "amount", "count", "počet", "počet kusů", "kusy", "ks"],
      },
    },
  },
  internal: {},
} as const satisfies RecordDeclaration;

/** A code of an article beside its own code. */
export const ADDITIONAL_CODE = {
  table: "additionalCode",
  entity: null,
  names: ["code", "articleId"],
  lostAs: "articles",
  feedKind: 21,
  hasDeleted: false,
  fields: {
    articleId: { kind: "reference", to: "article", isOwner: true, reach: "everywhere" },
    code: { kind: "text", reach: "everywhere" },
    kind: { kind: "choice", of: CODE_KINDS, reach: "everywhere" },
    // Pieces that a scan means, at least 2. Null: one.
    packQuantity: { kind: "whole", isNullable: true, reach: "everywhere" },
    createdDT: { kind: "time", reach: "everywhere" },
    createdBy: { kind: "text", reach: "everywhere" },
  },
  internal: {
    // As it is found (domain/codes/code-key.ts).
    codeKey: { type: "text" },
  },
} as const satisfies RecordDeclaration;

/** A request to move an article. */
export const TRANSFER = {
  table: "articleTransfer",
  entity: null,
  names: ["articleId"],
  lostAs: "requests",
  feedKind: 13,
  hasDeleted: false,
  fields: {
    articleId: { kind: "reference", to: "article", reach: "everywhere" },
    userId: { kind: "reference", to: "user", reach: "everywhere" },
    // `deleted`: withdrawn.
    state: {
      kind: "choice",
      of: ["open", "confirmed", "rejected", "deleted"],
      hasDefault: true,
      reach: "everywhere",
    },
    targetLocationId: { kind: "reference", to: "location", reach: "everywhere" },
    fromLocationId: { kind: "reference", to: "location", isNullable: true, reach: "everywhere" },
    // Null: all pieces.
    quantity: { kind: "whole", isNullable: true, reach: "everywhere" },
    note: { kind: "lines", isNullable: true, reach: "everywhere" },
    createdDT: { kind: "time", reach: "everywhere" },
    decidedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    decidedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere" },
    reason: { kind: "text", isNullable: true, reach: "everywhere" },
  },
  internal: {},
} as const satisfies RecordDeclaration;

/** A request to dispose of an article. */
export const DISPOSAL_PROPOSAL = {
  table: "disposalProposal",
  entity: null,
  names: ["articleId"],
  lostAs: "requests",
  feedKind: 14,
  hasDeleted: false,
  fields: {
    articleId: { kind: "reference", to: "article", reach: "everywhere" },
    userId: { kind: "reference", to: "user", reach: "everywhere" },
    state: {
      kind: "choice",
      of: ["waiting", "approved", "rejected"],
      hasDefault: true,
      reach: "everywhere",
    },
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
    // The item of the stocktake in which it was proposed.
    inventoryItemId: { kind: "reference", to: "inventoryItem", isNullable: true, reach: "everywhere" },
    note: { kind: "lines", isNullable: true, reach: "everywhere" },
    proposalDT: { kind: "time", reach: "everywhere" },
    decidedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    decidedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere" },
    rejectReason: { kind: "text", isNullable: true, reach: "everywhere" },
  },
  internal: {},
} as const satisfies RecordDeclaration;

/** A photo or document. It belongs to exactly one record; a deleted one may belong to none. */
export const PHOTO = {
  table: "photo",
  entity: null,
  names: ["fileName", "articleId"],
  lostAs: "photos",
  feedKind: 18,
  hasDeleted: true,
  fields: {
    inventoryItemId: { kind: "reference", to: "inventoryItem", isNullable: true, reach: "everywhere" },
    articleId: { kind: "reference", to: "article", isNullable: true, reach: "everywhere" },
    countOperationId: { kind: "reference", to: "countOperation", isNullable: true, reach: "everywhere" },
    userId: { kind: "reference", to: "user", reach: "everywhere" },
    fileName: { kind: "text", reach: "everywhere" },
    contentType: { kind: "text", reach: "everywhere" },
    width: { kind: "whole", reach: "everywhere" },
    height: { kind: "whole", reach: "everywhere" },
    size: { kind: "whole", reach: "everywhere" },
    createdDT: { kind: "time", reach: "everywhere" },
    createdBy: { kind: "text", reach: "everywhere" },
    isAttachment: { kind: "flag", hasDefault: true, reach: "everywhere" },
  },
  internal: {
    // Names of files in the photo folder.
    file: { type: "text" },
    thumbnail: { type: "text" },
    deletedDT: { type: "time", isNullable: true },
  },
} as const satisfies RecordDeclaration;
