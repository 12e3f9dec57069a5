import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

const BEYOND = "the contract's shape lacks it; the full detail has it";
const FULL = { list: BEYOND, detail: BEYOND, body: BEYOND } as const;
const MANAGED = { ...FULL, terminal: "of use in the office" } as const;
const STRUCTURED = "has a shape of its own (src/articles/shapes.ts)";
const OF_STRUCTURE = { ...FULL, full: STRUCTURED, terminal: STRUCTURED } as const;
const DISPOSAL = "set by its disposal";
const OF_DISPOSAL = { body: DISPOSAL, full: DISPOSAL, cells: DISPOSAL } as const;
const PROPOSED = "shown with the proposal";
const REJECTION = "set by its rejection";
const OF_PROPOSAL = {
  list: PROPOSED,
  detail: PROPOSED,
  terminal: PROPOSED,
  body: REJECTION,
  full: REJECTION,
  cells: REJECTION,
} as const;
const SERVER = "set by the server";
const STAMP = {
  audit: "each entry has it",
  detail: BEYOND,
  body: SERVER,
  full: SERVER,
  cells: SERVER,
} as const;

/** An article: what a company owns, one thing or many equal pieces. */
export const ARTICLE = {
  table: "article",
  entity: "article",
  label: msg("Article"),
  names: ["code", "name"],
  lostAs: "articles",
  feedKind: 9,
  hasDeleted: true,
  fields: {
    // Null: a proposal.
    code: {
      kind: "text",
      isNullable: true,
      isRequired: true,
      isUnique: true,
      reach: "everywhere",
      label: msg("Code"),
      cells: {
        width: 14,
        aliases: [
          "article code",
          "kód artiklu",
          "inventární číslo",
          "evidenční číslo",
          "inventory number",
          "barcode",
          "čárový kód",
          "číslo",
          "inv. číslo",
          "inv. č.",
          "číslo majetku",
          "kód majetku",
          "asset number",
          "asset no",
          "asset tag",
          "item number",
        ],
      },
    },
    name: {
      kind: "text",
      isRequired: true,
      reach: "everywhere",
      label: msg("Name"),
      cells: {
        width: 40,
        aliases: [
          "article",
          "artikl",
          "název artiklu",
          "article name",
          "označení",
          "předmět",
          "item",
          "item name",
          "název majetku",
          "asset",
          "asset name",
          "položka",
          "description",
          "popis",
        ],
      },
    },
    categoryId: {
      kind: "reference",
      to: "articleCategory",
      named: "category",
      isRequired: true,
      reach: "everywhere",
      label: msg("Category"),
      cells: {
        name: "category",
        width: 20,
        aliases: [
          "article category",
          "skupina",
          "group",
          "kategorie majetku",
          "skupina majetku",
          "asset category",
        ],
      },
    },
    typeId: {
      kind: "reference",
      to: "articleType",
      named: "type",
      isRequired: true,
      reach: "everywhere",
      label: msg("Type"),
      cells: {
        name: "type",
        width: 20,
        aliases: ["article type", "druh", "typ artiklu", "kind", "typ majetku", "druh majetku", "asset type"],
      },
    },
    stateId: {
      kind: "reference",
      to: "articleState",
      named: "state",
      isRequired: true,
      reach: "everywhere",
      label: msg("State"),
      cells: { name: "state", width: 14, aliases: ["status", "article state", "stav artiklu"] },
    },
    price: {
      kind: "money",
      hasDefault: true,
      reach: "everywhere",
      label: msg("Price"),
      cells: {
        width: 12,
        aliases: [
          "unit price",
          "cena za kus",
          "jednotková cena",
          "pořizovací cena",
          "value",
          "hodnota",
          "purchase price",
          "cost",
          "vstupní cena",
        ],
      },
    },
    serialNumber: {
      kind: "text",
      isNullable: true,
      reach: "everywhere",
      label: msg("Serial number"),
      cells: { width: 18, aliases: ["serial no", "serial", "s/n", "sn", "výrobní číslo"] },
    },
    rfId: {
      kind: "text",
      isNullable: true,
      reach: "everywhere",
      label: msg("RFID tag"),
      cells: { title: msg("RFID"), width: 28, aliases: ["rfid tag", "tag", "epc", "rfid kód"] },
    },
    userId: {
      kind: "reference",
      to: "user",
      isNullable: true,
      reach: "everywhere",
      label: msg("Assigned to"),
      cells: {
        name: "user",
        title: msg("User"),
        width: 16,
        aliases: ["assigned to", "přiděleno", "used by"],
      },
    },
    responsibleUserId: {
      kind: "reference",
      to: "user",
      isNullable: true,
      reach: "everywhere",
      label: msg("Responsible person"),
      cells: {
        name: "responsibleUser",
        title: msg("Responsible user"),
        width: 18,
        aliases: ["responsible", "responsible person", "odpovědný uživatel", "zodpovědná osoba", "odpovídá"],
      },
    },
    isDisposal: {
      kind: "flag",
      hasDefault: true,
      reach: "everywhere",
      label: msg("Marked for disposal"),
      except: { cells: "a disposal is decided by people" },
    },
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
      except: MANAGED,
      cells: { width: 30, aliases: ["notes", "remark", "comment", "poznámka", "poznámky"] },
    },
    invoiceNo: {
      kind: "text",
      isNullable: true,
      reach: "everywhere",
      label: msg("Invoice number"),
      except: MANAGED,
      cells: { width: 16, aliases: ["invoice", "invoice no", "faktura", "číslo faktury"] },
    },
    dtBuy: {
      kind: "day",
      column: "buyDate",
      isNullable: true,
      reach: "everywhere",
      label: msg("Purchase date"),
      except: MANAGED,
      cells: { width: 14, aliases: ["purchased", "date of purchase", "datum nákupu", "datum pořízení"] },
    },
    currencyTypeId: {
      kind: "reference",
      to: "currencyType",
      named: "currencyType",
      isNullable: true,
      reach: "everywhere",
      label: msg("Currency"),
      except: { ...MANAGED, cells: "only proposals have one" },
    },
    rejectReason: {
      kind: "text",
      isNullable: true,
      reach: "inside",
      label: msg("Rejection reason"),
      except: OF_PROPOSAL,
    },
    supplier: {
      kind: "text",
      isNullable: true,
      reach: "everywhere",
      label: msg("Supplier"),
      except: FULL,
      cells: { width: 24, aliases: ["vendor", "dodavatel"] },
    },
    warrantyEnd: {
      kind: "day",
      isNullable: true,
      reach: "everywhere",
      label: msg("Warranty until"),
      description: "last day of the warranty",
      except: FULL,
      cells: {
        width: 14,
        aliases: ["warranty", "warranty end", "warranty expires", "záruka", "konec záruky"],
      },
    },
    // The values by the oid of the field. Null: none.
    customValues: {
      kind: "texts",
      isNullable: true,
      reach: "everywhere",
      label: msg("Custom fields"),
      except: { ...OF_STRUCTURE, cells: "each has a column of its own" },
    },
    // The smallest first. Null: none.
    packs: {
      kind: "packs",
      isNullable: true,
      reach: "everywhere",
      label: msg("Packs"),
      except: { ...OF_STRUCTURE, cells: "a list has a column of its own" },
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
  internal: {
    nameFolded: { type: "text" },
    codeFolded: { type: "text", isNullable: true },
    serialFolded: { type: "text", isNullable: true },
    rfIdFolded: { type: "text", isNullable: true },
    // Supplier, invoice number and values of custom fields, one a line.
    moreFolded: { type: "text", isNullable: true },
    // The keys of the additional codes, one a line.
    codesFolded: { type: "text", isNullable: true, writtenBy: "trigger" },
  },
} as const satisfies RecordDeclaration;
