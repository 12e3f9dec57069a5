import { crc32 } from "node:zlib";
import { z } from "zod";
import { patternOf } from "../domain/code-pattern.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { ROLES } from "../domain/roles.ts";
import { MAX_CODE_PATTERN_LENGTH } from "../domain/text-limits.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { integer, oneOf, roleList, rule, text, textOrNull } from "../http/endpoint/fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { LOCALE_CODES } from "../i18n/locales.ts";
import type { Db } from "../storage/database/statement.ts";
import { changeSettings, readSettings, siteNameFor } from "./settings.ts";

const shared = {
  language: z.enum(LOCALE_CODES).describe("default language of pages"),
  terminalLockMinutes: z.int().describe("inactivity after which a terminal requires the PIN again"),
  quantityWarningFactor: z
    .int()
    .describe("a count of this multiple of the expected quantity requires a confirmation"),
};

const SiteSettings = namedObject("SiteSettings", {
  siteName: z.string().nullable().describe("name of the site"),
  ...shared,
  articleCodePattern: z.string().describe("codes that the server assigns: zeros in braces are the number"),
  crossOrigins: z.array(z.string()).describe("origins of other servers' pages that may call the API (CORS)"),
  secondFactorRoles: z.array(z.enum(ROLES)).describe("the roles that must have a second factor"),
  allSitesRoles: z
    .array(z.enum(ROLES))
    .describe("the roles that see what the head office knows of all sites: Admin, Manager"),
  isSecondFactorConfigured: z
    .boolean()
    .describe("the configuration sets `Login:SecondFactorRoles`, so it can't be changed here"),
  maxAssets: z.int().nullable().describe("`Licence:MaxAssets` of the configuration; null: no limit"),
  timeZone: z.string().describe("`Site:TimeZone` of the configuration"),
});

const TerminalSettings = namedObject("TerminalSettings", {
  siteName: z.string().describe("name of the site, or of the tenant where the site has none"),
  ...shared,
  timeZone: z
    .string()
    .describe("`Site:TimeZone`: the time zone of the site, independent of the terminal's own"),
  qrPrefix: z
    .string()
    .describe("`DeviceToken:QrPrefix`: a scan that begins with it and `-DEV:` is a pairing code, no article"),
});

/** Fields of the site for the setup and the settings; absent fields keep their values. */
export const siteFields = {
  siteName: textOrNull().optional(),
  language: oneOf(LOCALE_CODES).optional(),
};

const path = "/api/settings";
const isPattern = rule(
  (value: string) => patternOf(value) !== null,
  msg("must have exactly one group of 1 to 12 zeros in braces, such as {example}", { example: "A{000000}" }),
);

const MAX_ORIGINS = 20;
const isOrigin = rule(
  (value: string) =>
    URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value,
  msg("must be an origin, such as {example}", { example: "https://erp.example" }),
);
const origin = text(200).refine(...isOrigin);

/** The settings that Admins change here. */
type ChangeableSetting = Exclude<keyof ReturnType<typeof readSettings>["settings"], "isHttpsRequired">;

/** Endpoints for the settings that can change while the server runs. Others are in the configuration. */
export function settingsRoutes({ storage, config }: Dependencies): Endpoint[] {
  const configured = config.secondFactorRoles;
  const facts = {
    isSecondFactorConfigured: configured !== null,
    maxAssets: config.maxAssets,
    timeZone: config.timeZone,
  };
  // After a start with another configuration, earlier ETags must not match.
  const shown = crc32(JSON.stringify([facts, configured]));
  const all = (db: Db) => {
    const { settings, change } = readSettings(db);
    const { isHttpsRequired: _, ...own } = settings;
    const secondFactorRoles = [...(configured ?? settings.secondFactorRoles)];
    return {
      kind: "json" as const,
      body: {
        ...own,
        ...facts,
        secondFactorRoles,
        crossOrigins: [...settings.crossOrigins],
        allSitesRoles: [...settings.allSitesRoles],
      },
      version: { change, shown },
    };
  };

  return [
    query("GET", path, {
      operationId: "getSettings",
      permission: "server",
      summary: "The settings of the server",
      response: SiteSettings,
      run: () => all(storage.db),
    }),
    command("PUT", path, {
      operationId: "updateSettings",
      permission: "server",
      needsRecentLogin: true,
      summary: "Changes settings; absent settings keep their values",
      description:
        "The settings apply to all tenants, at once and without a restart. `secondFactorRoles` are the roles that must have a second factor; if the configuration sets them (`Login:SecondFactorRoles`), other values are rejected. `maxAssets` and `timeZone` are set in the configuration and ignored here. `siteName` null removes the name. `crossOrigins` lists the pages of other servers (`https://erp.example`) that browsers let call the API. `allSitesRoles` are the roles of the first tenant that see the other sites.",
      body: {
        ...siteFields,
        terminalLockMinutes: integer(1, 240).optional(),
        articleCodePattern: text(MAX_CODE_PATTERN_LENGTH)
          .refine(...isPattern)
          .optional(),
        quantityWarningFactor: integer(2, 1000).optional(),
        crossOrigins: z.array(origin).max(MAX_ORIGINS).optional(),
        secondFactorRoles: roleList().optional(),
        allSitesRoles: roleList().optional(),
      } satisfies Record<ChangeableSetting, z.ZodType>,
      response: SiteSettings,
      record: (tx) => readSettings(tx),
      run(tx, { body }) {
        if (body.secondFactorRoles !== undefined && configured !== null) {
          if (body.secondFactorRoles.join() !== configured.join()) throw isConfigured();
        }
        changeSettings(tx, body);
        return all(tx);
      },
    }),
    query("GET", `${path}/terminal`, {
      operationId: "getTerminalSettings",
      permission: "terminal",
      summary: "The settings that a terminal needs",
      response: TerminalSettings,
      run(_, { tenantId }) {
        const { language, terminalLockMinutes, quantityWarningFactor } = readSettings(storage.db).settings;
        const siteName = siteNameFor(storage.db, tenantId);
        const { timeZone, qrPrefix } = config;
        return {
          kind: "json",
          body: { siteName, language, terminalLockMinutes, quantityWarningFactor, timeZone, qrPrefix },
        };
      },
    }),
  ];
}

const isConfigured = () =>
  Invalid.field(
    "secondFactorRoles",
    msg("is set in the configuration (Login:SecondFactorRoles); change it there"),
  );
