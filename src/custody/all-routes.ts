import type { Endpoint } from "../http/endpoint/endpoint.ts";
import type { PhotoDependencies } from "../photos/files.ts";
import type { BeginExport } from "../security-log/exports.ts";
import { custodyExportRoutes } from "./export-routes.ts";
import { custodyPhotoRoutes } from "./photo-routes.ts";
import { custodyProtocolRoutes } from "./protocol-routes.ts";
import { custodyRoutes } from "./routes.ts";
import { custodyTerminalRoutes } from "./terminal-routes.ts";

/** All endpoints of custody. */
export function allCustodyRoutes(app: PhotoDependencies, beginExport: BeginExport): Endpoint[] {
  return [
    ...custodyTerminalRoutes(app),
    ...custodyRoutes(app),
    ...custodyPhotoRoutes(app),
    ...custodyExportRoutes(app, beginExport),
    ...custodyProtocolRoutes(app),
  ];
}
