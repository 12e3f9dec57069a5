import { msg } from "../../../domain/message.ts";
import { ARCHIVED, EMPTY, NO_LOCATION, type ProductFile, YES } from "./product-file.ts";

// Source: sysadminsmedia/homebox (0.20 and later), backend/internal/core/services/reporting/io_row.go and io_sheet.go; the
// former names HB.labels, HB.purchase_time and HB.sold_time too. Tools, Export Inventory. The CSV file has no pictures; those of
// the export of a collection are read by homebox-collection.ts.

const SALE = ["HB.sold_date", "HB.sold_time", "HB.sold_to"];

/** Items of Homebox. */
export const HOMEBOX: ProductFile = {
  id: "homebox",
  title: msg("Homebox: items"),
  kind: "articles",
  signature: [["HB.name"], ["HB.location", "HB.asset_id", "HB.import_ref"]],
  fields: [
    // An item without an asset id is exported as 000-000.
    { field: "code", from: ["HB.asset_id", "HB.import_ref"], rule: { values: { "000-000": null } } },
    { field: "name", from: ["HB.name"] },
    { field: "category", from: ["HB.tags", "HB.labels"], rule: { first: ";" } },
    { field: "price", from: ["HB.purchase_price"], rule: "amount" },
    { field: "serialNumber", from: ["HB.serial_number"] },
    { field: "rfId", from: ["HB.field.RFID", "HB.field.RFID tag"] },
    { field: "note", from: ["HB.description", "HB.notes"], isJoined: true },
    { field: "dtBuy", from: ["HB.purchase_date", "HB.purchase_time"], rule: "day" },
    { field: "supplier", from: ["HB.purchase_from"] },
    { field: "warrantyEnd", from: ["HB.warranty_expires"], rule: "day" },
    { field: "location", from: ["HB.location"] },
    {
      field: "quantity",
      from: ["HB.quantity"],
      rule: "pieces",
      except: { headers: ["HB.location"], matches: EMPTY, reason: NO_LOCATION },
    },
  ],
  left: [
    {
      headers: SALE,
      reason: msg(
        "The item is sold there. It is imported, without the sale: dispose of it here, or delete it.",
      ),
    },
    { headers: ["HB.url"], reason: msg("It is an address of the other product.") },
    { headers: ["HB.other_attachments"], reason: msg("Only the main photo is taken.") },
    { headers: ["HB.parent_import_ref"], reason: msg("An article has no parts here.") },
  ],
  pictures: ["HB.photo"],
  deciding: ["HB.archived"],
  rejects: [{ headers: ["HB.archived"], matches: YES, reason: ARCHIVED }],
  customField: /^HB\.(?:field\.)?(.*)$/i,
  defaults: { category: "Homebox", type: "Homebox" },
};
