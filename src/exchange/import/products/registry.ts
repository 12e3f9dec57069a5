import { HOMEBOX } from "./homebox.ts";
import { INVENTREE_PARTS, INVENTREE_STOCK } from "./inventree.ts";
import { ODOO_ASSETS, ODOO_PRODUCTS, ODOO_STOCK } from "./odoo.ts";
import type { ProductFile } from "./product-file.ts";
import { SHELF } from "./shelf.ts";
import { SNIPE_IT } from "./snipe-it.ts";

/** The files of other products that are recognised. */
export const PRODUCT_FILES: readonly ProductFile[] = [
  SNIPE_IT,
  SHELF,
  HOMEBOX,
  INVENTREE_PARTS,
  INVENTREE_STOCK,
  ODOO_PRODUCTS,
  ODOO_STOCK,
  ODOO_ASSETS,
];
