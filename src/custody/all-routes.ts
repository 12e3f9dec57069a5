import { type AreaEndpoint, inArea } from "../http/endpoint/areas.ts";
import type { PhotoDependencies } from "../photos/files.ts";
import type { BeginExport } from "../security-log/table.ts";
import { custodyExportRoutes } from "./export-routes.ts";
import { custodyPhotoRoutes } from "./photo-routes.ts";
import { custodyProtocolRoutes } from "./protocol-routes.ts";
import { custodyRoutes } from "./routes.ts";
import { custodyTerminalRoutes } from "./terminal-routes.ts";

/** All endpoints of custody. */
export function allCustodyRoutes(app: PhotoDependencies, beginExport: BeginExport): AreaEndpoint[] {
  return [
    ...inArea("custody", custodyTerminalRoutes(app)),
    ...inArea("custody", custodyRoutes(app)),
    ...inArea("photos", custodyPhotoRoutes(app)),
    ...inArea("import and export", custodyExportRoutes(app, beginExport)),
    ...inArea("custody", custodyProtocolRoutes(app)),
  ];
}
