import { CODE_KINDS } from "../domain/codes/stored-key.ts";
import { MAX_PIECES } from "../domain/counting/fold.ts";
import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

// What belongs to an article: stock, further codes, requests about it, photos.

const OF_SERVER = { body: "set by the server" } as const;
const SHOWN = "shown as a person";
const OF_PERSON = { list: SHOWN, ...OF_SERVER } as const;
const OF_STATE = { list: "derived from the article too", ...OF_SERVER } as const;
const AS_NAME = { list: "shown with its name" } as const;
const AS_REQUESTED = { change: "stays as requested" } as const;

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
        aliases: [
          "location path",
          "path",
          "cesta",
          "place",
          "místo",
          "místnost",
          "room",
          "lokace",
          "poloha",
          "Standort",
          "Raum",
          "Lagerort",
          "miestnosť",
        ],
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
        aliases: [
          "pieces",
          "qty",
          "amount",
          "count",
          "počet",
          "počet kusů",
          "kusy",
          "ks",
          "Anzahl",
          "Anz.",
          "Stück",
          "množstvo",
          "počet kusov",
        ],
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
    articleId: {
      kind: "reference",
      to: "article",
      isRequired: true,
      reach: "everywhere",
      except: AS_REQUESTED,
    },
    userId: { kind: "reference", to: "user", reach: "everywhere", except: OF_PERSON },
    // `deleted`: withdrawn.
    state: {
      kind: "choice",
      of: ["open", "confirmed", "rejected", "deleted"],
      hasDefault: true,
      reach: "everywhere",
      except: OF_STATE,
    },
    targetLocationId: {
      kind: "reference",
      to: "location",
      isRequired: true,
      reach: "everywhere",
      except: AS_REQUESTED,
    },
    fromLocationId: { kind: "reference", to: "location", isNullable: true, reach: "everywhere" },
    quantity: {
      kind: "whole",
      min: 1,
      max: MAX_PIECES,
      isNullable: true,
      reach: "everywhere",
      description: "pieces; null: all. After the confirmation: the moved pieces",
    },
    note: { kind: "lines", isNullable: true, reach: "everywhere", except: AS_REQUESTED },
    createdDT: { kind: "time", reach: "everywhere", except: OF_SERVER },
    decidedDT: { kind: "time", isNullable: true, reach: "everywhere", except: OF_SERVER },
    decidedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere", except: OF_PERSON },
    reason: {
      kind: "text",
      isNullable: true,
      reach: "everywhere",
      description: "the reason of the rejection",
      except: OF_SERVER,
    },
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
    articleId: {
      kind: "reference",
      to: "article",
      isRequired: true,
      reach: "everywhere",
      except: AS_REQUESTED,
    },
    userId: { kind: "reference", to: "user", reach: "everywhere", except: OF_PERSON },
    state: {
      kind: "choice",
      of: ["waiting", "approved", "rejected"],
      hasDefault: true,
      reach: "everywhere",
      except: OF_STATE,
    },
    disposalMethodId: {
      kind: "reference",
      to: "articleDisposalMethod",
      isNullable: true,
      reach: "everywhere",
      except: AS_NAME,
    },
    disposalReasonId: {
      kind: "reference",
      to: "articleDisposalReason",
      isNullable: true,
      reach: "everywhere",
      except: AS_NAME,
    },
    inventoryItemId: {
      kind: "reference",
      to: "inventoryItem",
      isNullable: true,
      reach: "everywhere",
      description: "the stocktake item that caused it",
      except: OF_SERVER,
    },
    note: { kind: "lines", isNullable: true, reach: "everywhere", except: AS_REQUESTED },
    proposalDT: { kind: "time", reach: "everywhere", except: OF_SERVER },
    decidedDT: { kind: "time", isNullable: true, reach: "everywhere", except: OF_SERVER },
    decidedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere", except: OF_PERSON },
    rejectReason: { kind: "text", isNullable: true, reach: "everywhere", except: OF_SERVER },
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
