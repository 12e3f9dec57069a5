import { z } from "zod";
import { ROLES } from "../domain/roles.ts";

const shared = {
  language: z.enum(["en", "cs"]).describe("of pages until somebody chooses"),
  terminalLockMinutes: z.int().describe("a terminal that nobody touches asks for the PIN again"),
  quantityWarningFactor: z.int().describe("a count of so many times the expected quantity is asked about"),
};

export const SiteSettings = z
  .object({
    siteName: z.string().nullable().describe("what the site calls itself"),
    ...shared,
    articleCodePattern: z.string().describe("codes that the server assigns: zeros in braces are the number"),
    secondFactorRoles: z.array(z.enum(ROLES)).describe("the roles that must have a second factor"),
    isSecondFactorConfigured: z
      .boolean()
      .describe(
        "`Login:SecondFactorRoles` is set in the configuration of the start and can't be changed here",
      ),
    maxAssets: z.int().nullable().describe("`Licence:MaxAssets`, null: no limit; set at the start"),
    timeZone: z.string().describe("`Site:TimeZone`; set at the start"),
  })
  .meta({ id: "SiteSettings" });

export const TerminalSettings = z
  .object({
    siteName: z.string().describe("the tenant's name until the site has one"),
    ...shared,
    timeZone: z
      .string()
      .describe("`Site:TimeZone`: what the site's clocks say, whatever the terminal is set to"),
    qrPrefix: z
      .string()
      .describe(
        "`DeviceToken:QrPrefix`: a scan that begins with it and `-DEV:` is a pairing code, no article",
      ),
  })
  .meta({ id: "TerminalSettings" });
