import { msg } from "../../../domain/message.ts";
import {
  ARCHIVED,
  EMPTY,
  FOREIGN_ID,
  NO,
  NO_DEPRECIATION,
  NO_SERIALS,
  OF_STOCK,
  type ProductFile,
} from "./product-file.ts";

// Sources: odoo/documentation 19.0, content/applications/essentials/export_import_data.rst; odoo/odoo 17.0 to 19.0,
// addons/web/controllers/export.py (CSV with every value in quotation marks, the names of the fields if the export is meant to be
// imported, else their labels; XLSX), addons/product/models/product_template.py, addons/stock/models/stock_quant.py (labels in English);
// account.asset is a part of Odoo Enterprise, its labels are those of modules that extend it.

/** XLSX holds at most 32 767 characters of a picture: Odoo writes a note instead. */
const IMAGES = [1920, 1024, 512, 256, 128].flatMap((size) =>
  size === 1920 ? ["Image", "image_1920"] : [`Image ${size}`, `image_${size}`],
);
const EXTERNAL_ID = ["External ID", "id"];

/** Products of Odoo. */
export const ODOO_PRODUCTS: ProductFile = {
  id: "odoo-products",
  title: msg("Odoo: products"),
  kind: "articles",
  signature: [
    ["Internal Reference", "default_code"],
    ["Name", "name"],
    ["Product Category", "categ_id", "categ_id/id"],
  ],
  fields: [
    { field: "code", from: ["Internal Reference", "default_code", "Barcode"] },
    { field: "name", from: ["Name"] },
    { field: "category", from: ["Product Category", "categ_id"], rule: { last: "/" } },
    { field: "type", from: ["Product Type", "detailed_type", "type"] },
    { field: "price", from: ["Cost", "standard_price"], rule: "amount" },
    { field: "note", from: ["Sales Description", "description_sale"] },
  ],
  left: [
    { headers: [...EXTERNAL_ID, "categ_id/id"], reason: FOREIGN_ID },
    {
      headers: ["Quantity On Hand", "qty_available", "Forecasted Quantity", "virtual_available"],
      reason: OF_STOCK,
    },
  ],
  pictures: IMAGES,
  deciding: ["Active"],
  rejects: [
    // Lists of an Odoo record, such as its suppliers, follow in rows of their own.
    { headers: ["Name"], matches: EMPTY, reason: msg("It continues the row above.") },
    { headers: ["Active"], matches: NO, reason: ARCHIVED },
  ],
  defaults: { category: "Odoo", type: "Odoo" },
};

const LOCATIONS = ["Location", "location_id"];

/** Quants of Odoo: stock by location. Lots at one location are added up. */
export const ODOO_STOCK: ProductFile = {
  id: "odoo-stock",
  title: msg("Odoo: stock"),
  kind: "stock",
  signature: [
    ["Product/Internal Reference", "product_id/default_code", "Product", "product_id"],
    LOCATIONS,
    ["Quantity", "quantity", "On Hand Quantity", "Inventoried Quantity", "inventory_quantity_auto_apply"],
    [
      "Product/Internal Reference",
      "product_id/default_code",
      "Lot/Serial Number",
      "lot_id",
      "Los-/Seriennummer",
      "Reserved Quantity",
      "Available Quantity",
      "Inventoried Quantity",
      "inventory_quantity_auto_apply",
    ],
  ],
  fields: [
    {
      field: "code",
      from: ["Product/Internal Reference", "product_id/default_code", "Product", "product_id"],
      // The reference in the name of a product: `[FURN_7777] Office Chair`.
      rule: { part: /^\[([^\]]+)\]/ },
    },
    { field: "location", from: LOCATIONS, rule: { path: "/" } },
    {
      field: "quantity",
      from: ["Quantity", "On Hand Quantity", "Inventoried Quantity", "inventory_quantity_auto_apply"],
      rule: "pieces",
    },
  ],
  left: [
    { headers: ["Lot/Serial Number", "lot_id"], reason: NO_SERIALS },
    { headers: EXTERNAL_ID, reason: FOREIGN_ID },
  ],
  rejects: [
    {
      headers: LOCATIONS,
      matches: /^(?:Virtual Locations|Partners|Partner Locations)(?:\/|$)/i,
      reason: msg("The location is not a real one."),
    },
  ],
  defaults: {},
  isSummed: true,
};

/** Fixed assets of Odoo. */
export const ODOO_ASSETS: ProductFile = {
  id: "odoo-assets",
  title: msg("Odoo: assets"),
  kind: "articles",
  signature: [["Asset Name", "name"], ["Original Value", "original_value"], EXTERNAL_ID],
  fields: [
    { field: "code", from: EXTERNAL_ID, rule: { part: /^__export__\.(.*)$/s } },
    { field: "name", from: ["Asset Name", "name"] },
    { field: "category", from: ["Asset Model", "Model", "model_id"] },
    {
      field: "state",
      from: ["Status", "state"],
      rule: {
        values: {
          draft: "In stock",
          running: "In use",
          open: "In use",
          "on hold": "In stock",
          paused: "In stock",
        },
      },
    },
    { field: "price", from: ["Original Value", "original_value"], rule: "amount" },
    { field: "dtBuy", from: ["Acquisition Date", "acquisition_date"] },
  ],
  left: [
    {
      headers: [
        "Book Value",
        "book_value",
        "Depreciable Value",
        "value_residual",
        "Method",
        "method",
        "Duration",
      ],
      reason: NO_DEPRECIATION,
    },
  ],
  rejects: [
    {
      headers: ["Status", "state"],
      matches: /^(?:close|closed|cancelled)$/i,
      reason: msg("The record is sold or disposed of there."),
    },
  ],
  defaults: { category: "Odoo", type: "Odoo" },
};
