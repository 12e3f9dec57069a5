import { z } from "zod";
import { ROLES } from "../domain/roles.ts";
import { oneOf, textOrNull } from "../http/endpoint/fields.ts";
import { LOCALE_CODES } from "../i18n/locales.ts";

const shared = {
  language: z.enum(LOCALE_CODES).describe("default language of pages"),
  terminalLockMinutes: z.int().describe("inactivity after which a terminal requires the PIN again"),
  quantityWarningFactor: z
    .int()
    .describe("a count of this multiple of the expected quantity requires a confirmation"),
};

export const SiteSettings = z
  .object({
    siteName: z.string().nullable().describe("name of the site"),
    ...shared,
    articleCodePattern: z.string().describe("codes that the server assigns: zeros in braces are the number"),
    crossOrigins: z
      .array(z.string())
      .describe("origins of other servers' pages that may call the API (CORS)"),
    secondFactorRoles: z.array(z.enum(ROLES)).describe("the roles that must have a second factor"),
    allSitesRoles: z
      .array(z.enum(ROLES))
      .describe("the roles that see what the head office knows of all sites: Admin, Manager"),
    isSecondFactorConfigured: z
      .boolean()
      .describe("the configuration sets `Login:SecondFactorRoles`, so it can't be changed here"),
    maxAssets: z.int().nullable().describe("`Licence:MaxAssets` of the configuration; null: no limit"),
    timeZone: z.string().describe("`Site:TimeZone` of the configuration"),
  })
  .meta({ id: "SiteSettings" });

export const TerminalSettings = z
  .object({
    siteName: z.string().describe("name of the site, or of the tenant where the site has none"),
    ...shared,
    timeZone: z
      .string()
      .describe("`Site:TimeZone`: the time zone of the site, independent of the terminal's own"),
    qrPrefix: z
      .string()
      .describe(
        "`DeviceToken:QrPrefix`: a scan that begins with it and `-DEV:` is a pairing code, no article",
      ),
  })
  .meta({ id: "TerminalSettings" });

/** Fields of the site for the setup and the settings; absent fields keep their values. */
export const siteFields = {
  siteName: textOrNull().optional(),
  language: oneOf(LOCALE_CODES).optional(),
};
