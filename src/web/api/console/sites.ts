import { call } from "../call.ts";

/** The delivery to the head office. */
export const getHeadOfficeStatus = call("GET /api/head-office");
/** Whether there is a head office, and the user may see its sites. */
export const getSitesPermission = call("GET /api/sites/permission");
/** The sites of the company, by name. */
export const listSites = call("GET /api/sites");
/** Articles of all sites, with the pieces that each site has. */
export const searchSites = call("GET /api/sites/articles");
/** The stocktakes of all sites that are not closed. */
export const listOpenStocktakesOfSites = call("GET /api/sites/stocktakes");
