/** The page with the documentation of the API. */
export const API_DOCS = "/api/docs";
