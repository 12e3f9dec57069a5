import { z } from "zod";
import { Forbidden } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { FIRST_TENANT } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { searched } from "../http/endpoint/fields.ts";
import { readSettings } from "../settings/settings.ts";
import { listOpenStocktakes, listSites, searchArticles } from "./all-sites.ts";
import type { HeadOffice } from "./head-office.ts";
import { OfficeArticles, OfficeSite, OfficeStocktake } from "./shapes.ts";

const RIGHT =
  "For the roles of the setting `allSitesRoles` in the first tenant, where the head office lets this site see the others. Without a head office there are none.";
const AWAY = { 502: "the database of the head office can't be read" };

/** Endpoints for what the head office knows of all sites. `headOffice`: null where there is none. */
export function allSitesRoutes({ storage }: Dependencies, headOffice: HeadOffice | null): Endpoint[] {
  function maySee({ tenantId, roles }: Principal): boolean {
    const { allSitesRoles } = readSettings(storage.db).settings;
    return tenantId === FIRST_TENANT && roles.some((role) => allSitesRoles.includes(role));
  }
  function demandRight(principal: Principal): void {
    if (maySee(principal)) return;
    throw new Forbidden(msg("Your role may not see other sites. An administrator can allow it."));
  }
  /** False: the head office shows this site no other. */
  const isShown = () => headOffice?.status().login?.seesAllSites !== false;
  function demandShown(): void {
    if (isShown()) return;
    throw new Forbidden(
      msg(
        "The head office shows this site its own records only. There, the database user needs the role tallybox_reader.",
      ),
    );
  }
  return [
    query(
      "GET",
      "/api/sites/permission",
      {
        operationId: "getSitesPermission",
        permission: "manage",
        summary: "Whether there is a head office that shows all sites, and the user may see them",
        response: z.object({ isPermitted: z.boolean() }).meta({ id: "SitesPermission" }),
        variesByPrincipal: true,
      },
      (_, principal) => ({
        kind: "json",
        body: { isPermitted: headOffice !== null && isShown() && maySee(principal) },
      }),
    ),
    query(
      "GET",
      "/api/sites",
      {
        operationId: "listSites",
        permission: "manage",
        summary: "The sites of the company, by name",
        description: RIGHT,
        errors: AWAY,
        response: z.array(OfficeSite),
        variesByPrincipal: true,
      },
      async (_, principal) => {
        demandRight(principal);
        demandShown();
        const body = headOffice && (await listSites(headOffice.reader, headOffice.status().site));
        return { kind: "json", body: body ?? [] };
      },
    ),
    query(
      "GET",
      "/api/sites/articles",
      {
        operationId: "searchSites",
        permission: "manage",
        summary: "Articles of all sites, with the pieces that each site has",
        description: `Those with the code \`text\`; where there is none, those whose code or name has each of its words. At most 100. ${RIGHT}`,
        query: { text: searched() },
        errors: AWAY,
        response: OfficeArticles,
        variesByPrincipal: true,
      },
      async ({ query: { text: searched } }, principal) => {
        demandRight(principal);
        demandShown();
        const body = headOffice && (await searchArticles(headOffice.reader, searched));
        return { kind: "json", body: body ?? { articles: [], hasMore: false } };
      },
    ),
    query(
      "GET",
      "/api/sites/stocktakes",
      {
        operationId: "listOpenStocktakesOfSites",
        permission: "manage",
        summary: "The stocktakes of all sites that are not closed",
        description: `At most 500, by site and name. ${RIGHT}`,
        errors: AWAY,
        response: z.array(OfficeStocktake),
        variesByPrincipal: true,
      },
      async (_, principal) => {
        demandRight(principal);
        demandShown();
        const body = headOffice && (await listOpenStocktakes(headOffice.reader));
        return { kind: "json", body: body ?? [] };
      },
    ),
  ];
}
