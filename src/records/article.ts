import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

const BEYOND = "the contract's shape lacks it; the full detail and terminals have it";
const FULL = { list: BEYOND, detail: BEYOND, body: BEYOND } as const;
const DISPOSAL = "set by its disposal";
const OF_DISPOSAL = { body: DISPOSAL, full: DISPOSAL } as const;
const PROPOSED = "shown with the proposal";
const REJECTION = "set by its rejection";
const OF_PROPOSAL = { list: PROPOSED, detail: PROPOSED, body: REJECTION, full: REJECTION } as const;
const SERVER = "set by the server";
const STAMP = { audit: "each entry has it", detail: BEYOND, body: SERVER, full: SERVER } as const;

/** An article: what a company owns, one thing or many equal pieces. */
export const ARTICLE = {
  table: "article",
  entity: "article",
  feedKind: 9,
  hasDeleted: true,
  fields: {
    // Null: a proposal.
    code: { kind: "text", isNullable: true, isRequired: true, reach: "everywhere", label: msg("Code") },
    name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name") },
    categoryId: {
      kind: "reference",
      to: "articleCategory",
      isRequired: true,
      reach: "everywhere",
      label: msg("Category"),
    },
    typeId: {
      kind: "reference",
      to: "articleType",
      isRequired: true,
      reach: "everywhere",
      label: msg("Type"),
    },
    stateId: {
      kind: "reference",
      to: "articleState",
      isRequired: true,
      reach: "everywhere",
      label: msg("State"),
    },
    price: { kind: "money", reach: "everywhere", label: msg("Price") },
    serialNumber: { kind: "text", isNullable: true, reach: "everywhere", label: msg("Serial number") },
    rfId: { kind: "text", isNullable: true, reach: "everywhere", label: msg("RFID tag") },
    userId: {
      kind: "reference",
      to: "user",
      isNullable: true,
      reach: "everywhere",
      label: msg("Assigned to"),
    },
    responsibleUserId: {
      kind: "reference",
      to: "user",
      isNullable: true,
      reach: "everywhere",
      label: msg("Responsible person"),
    },
    isDisposal: { kind: "flag", reach: "everywhere", label: msg("Marked for disposal") },
    disposalDT: {
      kind: "time",
      isNullable: true,
      reach: "everywhere",
      label: msg("Disposed of"),
      except: OF_DISPOSAL,
    },
    disposalMethodId: {
      kind: "reference",
      to: "articleDisposalMethod",
      isNullable: true,
      reach: "everywhere",
      label: msg("Disposal method"),
      except: { ...OF_DISPOSAL, detail: BEYOND },
    },
    disposalReasonId: {
      kind: "reference",
      to: "articleDisposalReason",
      isNullable: true,
      reach: "everywhere",
      label: msg("Disposal reason"),
      except: { ...OF_DISPOSAL, detail: BEYOND },
    },
    note: {
      kind: "lines",
      isNullable: true,
      reach: "everywhere",
      label: msg("Note"),
      except: FULL,
    },
    invoiceNo: {
      kind: "text",
      isNullable: true,
      reach: "everywhere",
      label: msg("Invoice number"),
      except: FULL,
    },
    dtBuy: {
      kind: "day",
      column: "buyDate",
      isNullable: true,
      reach: "everywhere",
      label: msg("Purchase date"),
      except: FULL,
    },
    currencyTypeId: {
      kind: "reference",
      to: "currencyType",
      isNullable: true,
      reach: "everywhere",
      label: msg("Currency"),
      except: FULL,
    },
    rejectReason: {
      kind: "text",
      isNullable: true,
      reach: "inside",
      label: msg("Rejection reason"),
      except: OF_PROPOSAL,
    },
    warrantyEnd: {
      kind: "day",
      isNullable: true,
      reach: "everywhere",
      label: msg("Warranty until"),
      except: FULL,
    },
    supplier: {
      kind: "text",
      isNullable: true,
      reach: "everywhere",
      label: msg("Supplier"),
      except: FULL,
    },
    // The values by the oid of the field. Null: none.
    customValues: {
      kind: "texts",
      isNullable: true,
      reach: "everywhere",
      label: msg("Custom fields"),
      except: FULL,
    },
    // The smallest first. Null: none.
    packs: {
      kind: "packs",
      isNullable: true,
      reach: "everywhere",
      label: msg("Packs"),
      except: FULL,
    },
    createdDT: {
      kind: "time",
      reach: "everywhere",
      label: msg("Created"),
      except: STAMP,
    },
    modifiedDT: {
      kind: "time",
      reach: "everywhere",
      label: msg("Changed"),
      except: STAMP,
    },
    createdBy: {
      kind: "text",
      reach: "everywhere",
      label: msg("Created by"),
      except: STAMP,
    },
    modifiedBy: {
      kind: "text",
      reach: "everywhere",
      label: msg("Changed by"),
      except: STAMP,
    },
  },
  derived: {
    nameFolded: { type: "text" },
    codeFolded: { type: "text", isNullable: true },
    serialFolded: { type: "text", isNullable: true },
    rfIdFolded: { type: "text", isNullable: true },
    // Supplier, invoice number and values of custom fields, one a line.
    moreFolded: { type: "text", isNullable: true },
    // The keys of the additional codes, one a line.
    codesFolded: { type: "text", isNullable: true, isTriggered: true },
  },
} as const satisfies RecordDeclaration;
