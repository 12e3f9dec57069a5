import { z } from "zod";
import { NOTICE_KINDS, NOTICE_MODES } from "../domain/notice-kinds.ts";
import { UserReference } from "../http/endpoint/references.ts";
import { LOCALE_CODES } from "../i18n/locales.ts";
import { MAIL_SECURITIES } from "./smtp/mail-server.ts";

export const MailServerSettings = z
  .object({
    host: z.string().nullable().describe("null: no mail server is set, so no notices are sent"),
    port: z.int(),
    security: z
      .enum(MAIL_SECURITIES)
      .describe("`tls`: from the first byte; `startTls`: required; `none`: not encrypted, without a login"),
    userName: z.string().nullable().describe("null: without a login"),
    hasPassword: z.boolean(),
    fromAddress: z.string().nullable(),
    isCertificateChecked: z.boolean(),
    ca: z
      .string()
      .nullable()
      .describe("certificates (PEM) of the only authority that is trusted; null: the public ones"),
  })
  .meta({ id: "MailServerSettings" });
export type MailServerSettings = z.output<typeof MailServerSettings>;

export const MailTest = z
  .object({
    isDelivered: z.boolean().describe("the mail server has accepted the e-mail"),
    address: z.string().describe("the caller's own address"),
    problem: z.string().nullable().describe("what went wrong, as a sentence"),
  })
  .meta({ id: "MailTest" });

export const OwnNotices = z
  .object({
    email: z.string().nullable().describe("the caller's address; null: none, so no notices are sent"),
    isEnabled: z.boolean().describe("a mail server is set"),
    digestHour: z.int().min(0).max(23).describe("hour of the daily digest, in the site's time zone"),
    language: z.enum(LOCALE_CODES).nullable().describe("of the e-mails; null: the site's"),
    kinds: z
      .array(z.object({ kind: z.enum(NOTICE_KINDS), mode: z.enum(NOTICE_MODES) }))
      .describe("the kinds that the caller's roles permit"),
  })
  .meta({ id: "OwnNotices" });

const NoticeMail = z
  .object({
    oid: z.int(),
    state: z.enum(["waiting", "failed"]),
    kind: z.enum(["single", "overflow", "digest"]),
    user: UserReference,
    createdDT: z.iso.datetime(),
    attempts: z.int(),
    nextTryDT: z.iso.datetime().nullable().describe("null: it is no longer tried"),
    problem: z.string().nullable().describe("why the last attempt failed"),
  })
  .meta({ id: "NoticeMail" });
export type NoticeMail = z.output<typeof NoticeMail>;

export const NoticeMails = z
  .object({
    waiting: z.int().describe("e-mails that are due and not yet delivered"),
    failed: z.int().describe("e-mails that are no longer tried"),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe("the first failed attempt of those that are not delivered; null: none has failed"),
    mails: z.array(NoticeMail).describe("the newest 100 of them that failed at least once"),
  })
  .meta({ id: "NoticeMails" });
