import { countPlanExportRoutes } from "../cycle-counts/export-routes.ts";
import { countPlanRoutes } from "../cycle-counts/routes.ts";
import { type AreaEndpoint, inArea } from "../http/endpoint/areas.ts";
import { reportRoutes } from "../inventories/certificate/routes.ts";
import { closePreviewRoutes } from "../inventories/closing/preview-routes.ts";
import { decisionRoutes } from "../inventories/closing/routes.ts";
import { itemCountRoutes } from "../inventories/counting/item-routes.ts";
import { countRoutes } from "../inventories/counting/routes.ts";
import { itemRoutes } from "../inventories/items/routes.ts";
import { lifecycleRoutes } from "../inventories/lifecycle/routes.ts";
import { progressRoutes } from "../inventories/progress/routes.ts";
import { resultRoutes } from "../inventories/results/routes.ts";
import { inventoryRoutes } from "../inventories/routes.ts";
import type { BeginExport } from "../security-log/exports.ts";
import type { AppDependencies } from "./dependencies.ts";

/** The endpoints of stocktakes and of the plans that make them. */
export function stocktakeEndpoints(app: AppDependencies, beginExport: BeginExport): AreaEndpoint[] {
  return [
    ...inArea("inventories", inventoryRoutes(app)),
    ...inArea("count plans", countPlanRoutes(app)),
    ...inArea("import and export", countPlanExportRoutes(app, beginExport)),
    ...inArea("inventories", lifecycleRoutes(app)),
    ...inArea("inventories", reportRoutes(app, beginExport)),
    ...inArea("inventories", decisionRoutes(app)),
    ...inArea("inventories", closePreviewRoutes(app)),
    ...inArea("inventories", itemRoutes(app)),
    ...inArea("inventories", resultRoutes(app)),
    ...inArea("inventories", itemCountRoutes(app)),
    ...inArea("inventories", countRoutes(app)),
    ...inArea("inventories", progressRoutes(app)),
  ];
}
