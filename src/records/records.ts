import { ARTICLE } from "./article.ts";
import { ADDITIONAL_CODE, DISPOSAL_PROPOSAL, PHOTO, STOCK, TRANSFER } from "./article-parts.ts";
import { CATALOGUE_RECORDS } from "./catalogues.ts";
import { COMPANY } from "./company.ts";
import { CUSTODY } from "./custody.ts";
import { CUSTOM_FIELD } from "./custom-field.ts";
import { LOCATION } from "./location.ts";
import { PRINT_FORMAT, PRINT_REQUEST, PRINTER } from "./printing.ts";
import { REFILL_RULE } from "./refill-rule.ts";
import { SAVED_VIEW } from "./saved-view.ts";
import { COUNT_PLAN, INVENTORY, INVENTORY_ITEM } from "./stocktake.ts";
import { DEVICE, USER } from "./user.ts";
import { WEBHOOK } from "./webhook.ts";

/** All declarations. Their tables are in the schema, the audit and the change feed. */
export const RECORDS = [
  ARTICLE,
  LOCATION,
  USER,
  PRINTER,
  PRINT_FORMAT,
  INVENTORY,
  COUNT_PLAN,
  REFILL_RULE,
  CUSTODY,
  COMPANY,
  DEVICE,
  WEBHOOK,
  SAVED_VIEW,
  CUSTOM_FIELD,
  ...CATALOGUE_RECORDS,
  STOCK,
  INVENTORY_ITEM,
  TRANSFER,
  DISPOSAL_PROPOSAL,
  PRINT_REQUEST,
  PHOTO,
  ADDITIONAL_CODE,
] as const;
