import { msg } from "../../../domain/message.ts";
import { EMPTY, NO_HAND_OVER, NO_LOCATION, type ProductFile } from "./product-file.ts";

// Sources: Shelf-nu/shelf.nu (2025), apps/webapp/app/utils/csv.server.ts (export of the asset index: every value in quotation
// marks, CRLF), apps/webapp/app/utils/import-ready-export.server.ts (keys of the importer, `cf:Name,type:TEXT`),
// apps/webapp/app/modules/asset-index-settings/helpers.ts (columnsLabelsMap).

const CODES = ["Asset ID", "barcode_Code128", "Code128", "barcode_Code39", "Code39", "QR ID", "ID"];

/** Assets of Shelf. */
export const SHELF: ProductFile = {
  id: "shelf",
  title: msg("Shelf: assets"),
  kind: "articles",
  signature: [
    ["Name", "title"],
    [...CODES, "consumptionType"],
    ["Kit", "Value", "valuation"],
    [
      "Available to book",
      "bookable",
      "Custody",
      "custodian",
      "QR ID",
      "Upcoming Bookings",
      "Tracking method",
    ],
  ],
  fields: [
    { field: "code", from: CODES },
    { field: "name", from: ["Name", "title"] },
    { field: "category", from: ["Category"], rule: { values: { uncategorized: null } } },
    { field: "type", from: ["Asset model", "assetModel"] },
    {
      field: "state",
      from: ["Status"],
      rule: { values: { available: "In stock", in_custody: "In use", checked_out: "In use" } },
    },
    { field: "price", from: ["Value", "valuation"], rule: "amount" },
    { field: "user", from: ["Custody", "custodian"], left: NO_HAND_OVER },
    { field: "note", from: ["Description"] },
    { field: "location", from: ["Location"], rule: "name" },
    {
      field: "quantity",
      from: ["Quantity"],
      rule: "pieces",
      except: { headers: ["Location"], matches: EMPTY, reason: NO_LOCATION },
    },
  ],
  left: [
    { headers: ["Total value"], reason: msg("It follows from price and quantity.") },
    { headers: ["Kit", "Tags"], reason: msg("An article has no tags and no kit here.") },
    {
      headers: ["Available to book", "bookable", "Upcoming Reminder", "Upcoming Bookings"],
      reason: msg("Bookings are not kept here."),
    },
  ],
  customField: /^cf:(.*?),\s*type:/i,
  defaults: { category: "Shelf", type: "Shelf" },
};
