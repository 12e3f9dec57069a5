import { msg } from "../../../domain/message.ts";
import type { ProductFile } from "./product-file.ts";
import { isNo, isYes, pathBy, pieces, prefixed } from "./value-rules.ts";

// Sources: inventree/InvenTree 1.0, src/backend/InvenTree/part/serializers.py and stock/serializers.py (fields and labels),
// data_exporter/mixins.py (headers: the label, of a related record `Part.Name`). CSV of tablib: CRLF, no BOM; also XLSX.

/** The code of a part without an internal part number. */
const PART = "PART-";
const UNITS = msg("Import the export of the stock.");

/** Parts of InvenTree. */
export const INVENTREE_PARTS: ProductFile = {
  id: "inventree-parts",
  title: msg("InvenTree: parts"),
  kind: "articles",
  signature: [
    ["IPN"],
    ["Category Name", "category_name"],
    ["Assembly", "Component", "Trackable", "Is Template"],
  ],
  fields: [
    {
      field: "code",
      from: ["IPN", "ID", "pk"],
      rule: (text, textAt) => (textAt("IPN") === "" ? prefixed(PART)(text, textAt) : { value: text }),
    },
    { field: "name", from: ["Name"] },
    { field: "category", from: ["Category Name", "category_name"] },
    { field: "note", from: ["Description", "Notes"], isJoined: true },
  ],
  left: [
    {
      headers: ["Image", "Thumbnail"],
      reason: msg("The file holds the address of a picture, not the picture."),
    },
    {
      headers: [
        "Total Stock",
        "total_in_stock",
        "In Stock",
        "Stock Items",
        "Unallocated Stock",
        "Available Stock",
      ],
      reason: UNITS,
    },
    {
      headers: ["Category", "Default Location", "ID", "Variant Of"],
      reason: msg("It is an id of the other product."),
    },
  ],
  deciding: ["Active", "Virtual"],
  rejects: (textAt) => {
    if (isNo(textAt("Active"))) return msg("The record is archived there.");
    return isYes(textAt("Virtual")) ? msg("A virtual part is not a thing.") : null;
  },
  defaults: { category: "InvenTree", type: "InvenTree" },
};

/** Stock items of InvenTree. Items of the same part at the same location are added up. */
export const INVENTREE_STOCK: ProductFile = {
  id: "inventree-stock",
  title: msg("InvenTree: stock"),
  kind: "stock",
  signature: [["Part.Name"], ["Location.Name", "Location.Path"], ["Quantity"]],
  fields: [
    {
      field: "code",
      from: ["Part.IPN", "Part"],
      rule: (text, textAt) => (textAt("Part.IPN") === "" ? prefixed(PART)(text, textAt) : { value: text }),
    },
    { field: "name", from: ["Part.Name"] },
    { field: "location", from: ["Location.Path", "Location.Name"], rule: pathBy("/") },
    { field: "quantity", from: ["Quantity"], rule: pieces },
  ],
  left: [
    {
      headers: ["Serial Number", "Batch Code"],
      reason: msg("Stock is kept by article and location, without serial numbers and batches."),
    },
    {
      headers: ["Part", "Location", "ID", "Supplier Part", "Parent Item", "Owner"],
      reason: msg("It is an id of the other product."),
    },
  ],
  deciding: ["In Stock", "Location.Name"],
  rejects: (textAt) => {
    if (isNo(textAt("In Stock"))) return msg("The pieces are not in stock there.");
    return textAt("Location.Path", "Location.Name") === "" ? msg("The pieces have no location there.") : null;
  },
  defaults: {},
  isSummed: true,
};
