import { msg } from "../../../domain/message.ts";
import {
  ADDRESS_ONLY,
  ARCHIVED,
  EMPTY,
  FOREIGN_ID,
  NO,
  NO_LOCATION,
  NO_SERIALS,
  OF_STOCK,
  type ProductFile,
  YES,
} from "./product-file.ts";

// Sources: inventree/InvenTree 1.0, src/backend/InvenTree/part/serializers.py and stock/serializers.py (fields and labels),
// data_exporter/mixins.py (headers: the label, of a related record `Part.Name`). CSV of tablib: CRLF, no BOM; also XLSX.

/** The code of a part without an internal part number. */
const PART = "PART-";

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
      rule: { prefix: PART, unless: ["IPN"] },
    },
    { field: "name", from: ["Name"] },
    { field: "category", from: ["Category Name", "category_name"] },
    { field: "note", from: ["Description", "Notes"], isJoined: true },
  ],
  left: [
    { headers: ["Image", "Thumbnail"], reason: ADDRESS_ONLY },
    {
      headers: [
        "Total Stock",
        "total_in_stock",
        "In Stock",
        "Stock Items",
        "Unallocated Stock",
        "Available Stock",
      ],
      reason: OF_STOCK,
    },
    { headers: ["Category", "Default Location", "ID", "Variant Of"], reason: FOREIGN_ID },
  ],
  deciding: ["Active", "Virtual"],
  rejects: [
    { headers: ["Active"], matches: NO, reason: ARCHIVED },
    { headers: ["Virtual"], matches: YES, reason: msg("A virtual part is not a thing.") },
  ],
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
      rule: { prefix: PART, unless: ["Part.IPN"] },
    },
    { field: "name", from: ["Part.Name"] },
    { field: "location", from: ["Location.Path", "Location.Name"], rule: { path: "/" } },
    { field: "quantity", from: ["Quantity"], rule: "pieces" },
  ],
  left: [
    { headers: ["Serial Number", "Batch Code"], reason: NO_SERIALS },
    {
      headers: ["Part", "Location", "ID", "Supplier Part", "Parent Item", "Owner"],
      reason: FOREIGN_ID,
    },
  ],
  deciding: ["In Stock", "Location.Name"],
  rejects: [
    { headers: ["In Stock"], matches: NO, reason: msg("The pieces are not in stock there.") },
    { headers: ["Location.Path", "Location.Name"], matches: EMPTY, reason: NO_LOCATION },
  ],
  defaults: {},
  isSummed: true,
};
