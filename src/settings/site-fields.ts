import { oneOf, textOrNull } from "../http/endpoint/fields.ts";

/** What the site says of itself, at its first start or later; what is absent stays. */
export const siteFields = {
  siteName: textOrNull().optional(),
  language: oneOf(["en", "cs"]).optional(),
};
