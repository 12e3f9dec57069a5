/** Content-Security-Policy of responses that are not pages: no content may be loaded, run or framed. */
export const NO_CONTENT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
