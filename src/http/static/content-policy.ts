/** Content-Security-Policy of whatever is no page: nothing of it is loaded, run, or framed. */
export const NO_CONTENT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
