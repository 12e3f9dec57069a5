import { randomUUID } from "node:crypto";
import { z } from "zod";
import { changeUser } from "../access/accounts/user-changes.ts";
import { email } from "../access/accounts/user-fields.ts";
import { getPersonRecord } from "../access/users/user-records.ts";
import { Invalid, Unavailable, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { modeOf, NOTICE_KINDS, NOTICE_MODES, permittedKinds } from "../domain/notice-kinds.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { flag, integer, linesOrNull, oneOf, pathId, secret, textOrNull } from "../http/endpoint/fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { UserReference } from "../http/endpoint/references.ts";
import { LOCALE_CODES, type Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { escapeHtml } from "../platform/html.ts";
import { siteNameFor } from "../settings/settings.ts";
import type { Db } from "../storage/database/statement.ts";
import {
  discard,
  endNotices,
  hurryNotices,
  moveDigest,
  sendAgain,
  skipNotices,
  undelivered,
} from "./mails.ts";
import { findChoice, saveChoice } from "./people.ts";
import type { Notices } from "./sending.ts";
import { deliver, failureOf, type OutgoingMail } from "./smtp/deliver.ts";
import { changeMailServer, findMailServer, MAIL_SECURITIES, NEW_MAIL_SERVER } from "./smtp/mail-server.ts";
import * as store from "./store.ts";

const MailServerSettings = namedObject("MailServerSettings", {
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
});
type MailServerSettings = z.output<typeof MailServerSettings>;

const MailTest = namedObject("MailTest", {
  isDelivered: z.boolean().describe("the mail server has accepted the e-mail"),
  address: z.string().describe("the caller's own address"),
  problem: z.string().nullable().describe("what went wrong, as a sentence"),
});

const OwnNotices = namedObject("OwnNotices", {
  email: z.string().nullable().describe("the caller's address; null: none, so no notices are sent"),
  isEnabled: z.boolean().describe("a mail server is set"),
  digestHour: z.int().min(0).max(23).describe("hour of the daily digest, in the site's time zone"),
  language: z.enum(LOCALE_CODES).nullable().describe("of the e-mails; null: the site's"),
  kinds: z
    .array(z.object({ kind: z.enum(NOTICE_KINDS), mode: z.enum(NOTICE_MODES) }))
    .describe("the kinds that the caller's roles permit"),
});

const NoticeMail = namedObject("NoticeMail", {
  oid: z.int(),
  state: z.enum(["waiting", "failed"]),
  kind: z.enum(["single", "overflow", "digest"]),
  user: UserReference,
  createdDT: z.iso.datetime(),
  attempts: z.int(),
  nextTryDT: z.iso.datetime().nullable().describe("null: it is no longer tried"),
  problem: z.string().nullable().describe("why the last attempt failed"),
});
type NoticeMail = z.output<typeof NoticeMail>;

const NoticeMails = namedObject("NoticeMails", {
  waiting: z.int().describe("e-mails that are due and not yet delivered"),
  failed: z.int().describe("e-mails that are no longer tried"),
  failingSince: z.iso
    .datetime()
    .nullable()
    .describe("the first failed attempt of those that are not delivered; null: none has failed"),
  mails: z.array(NoticeMail).describe("the newest 100 of them that failed at least once"),
});

const path = "/api/me/notices";

/** What the caller wants to be told by e-mail. */
export function ownNoticeRoutes({ storage, config }: Dependencies): Endpoint[] {
  return [
    query("GET", path, {
      operationId: "getOwnNotices",
      permission: "work",
      summary: "The caller's address and choice of notices",
      response: OwnNotices,
      variesByPrincipal: true,
      run: (_, principal) => ownNotices(storage.db, principal),
    }),
    command("PUT", path, {
      operationId: "updateOwnNotices",
      permission: "work",
      needsRecentLogin: true,
      summary: "Changes the caller's address and choice of notices; absent properties keep their values",
      description:
        "`kinds` names the kinds that change. A kind that the caller's roles do not permit is rejected. A person who has chosen nothing gets, as a Manager or Admin, printers, logins, backup, certificate, disk and upgrade at once and the others once a day; as a User only `ownCustody`, which tells of overdue articles that the person has.",
      body: {
        email: email().optional(),
        digestHour: integer(0, 23).optional(),
        language: oneOf(LOCALE_CODES).nullable().optional(),
        kinds: z
          .array(z.object({ kind: oneOf(NOTICE_KINDS), mode: oneOf(NOTICE_MODES) }))
          .max(NOTICE_KINDS.length)
          .optional(),
      },
      response: OwnNotices,
      record: (tx, _, { tenantId, userId }) => ({
        change: changeOf(tx, tenantId, userId),
      }),
      run(tx, { body }, principal) {
        const { tenantId, userId } = principal;
        const permitted = permittedKinds(principal);
        const refused = body.kinds?.findIndex(({ kind }) => !permitted.includes(kind)) ?? -1;
        if (refused >= 0)
          throw Invalid.field(`kinds.${refused}.kind`, msg("is not permitted for your roles"));
        if (body.email !== undefined)
          changeUser(tx, getPersonRecord(tx, tenantId, userId), { email: body.email });
        const { modes, ...before } = findChoice(tx, tenantId, userId);
        const digestHour = body.digestHour ?? before.digestHour;
        saveChoice(tx, tenantId, userId, {
          modes: { ...modes, ...Object.fromEntries(body.kinds?.map(({ kind, mode }) => [kind, mode]) ?? []) },
          digestHour,
          language: body.language === undefined ? before.language : body.language,
        });
        if (digestHour !== before.digestHour) moveDigest(tx, userId, digestHour, config.timeZone);
        return ownNotices(tx, principal);
      },
    }),
  ];
}

function ownNotices(db: Db, principal: Principal) {
  const { tenantId, userId } = principal;
  const { modes, digestHour, language } = findChoice(db, tenantId, userId);
  const kinds = permittedKinds(principal).map((kind) => ({ kind, mode: modeOf(kind, principal, modes) }));
  return {
    kind: "json" as const,
    body: {
      email: getPersonRecord(db, tenantId, userId).email,
      isEnabled: findMailServer(db) !== null,
      digestHour,
      language,
      kinds,
    },
    version: { change: changeOf(db, tenantId, userId), shown: findMailServer(db)?.change ?? 0 },
  };
}

/** The address is in the person's record, the choice in a row of its own. */
const changeOf = (db: Db, tenantId: number, userId: number) =>
  Math.max(getPersonRecord(db, tenantId, userId).change, findChoice(db, tenantId, userId).change);

const mailsPath = "/api/notices/mails";
const MAX_LISTED = 100;

/** The e-mails that could not be delivered, for Admins. */
export function noticeMailRoutes({ storage }: Dependencies, { wake }: Pick<Notices, "wake">): Endpoint[] {
  return [
    query("GET", mailsPath, {
      operationId: "listNoticeMails",
      permission: "administer",
      summary: "E-mails of notices that could not be delivered",
      description:
        "`mails` are those of the tenant. For Admins of the server, `waiting` and `failingSince` cover the waiting e-mails of all tenants.",
      response: NoticeMails,
      variesByPrincipal: true,
      run({ language }, principal) {
        const { tenantId } = principal;
        const rows = store.problems.all(storage.db, { tenantId, max: MAX_LISTED });
        const numbers = undelivered(storage.db, tenantId, may(principal, "server"));
        return { kind: "json", body: { ...numbers, mails: rows.map((row) => shown(row, language)) } };
      },
    }),
    command("PUT", `${mailsPath}/{id}/retry`, {
      operationId: "retryNoticeMail",
      permission: "administer",
      summary: "Tries to send an e-mail again, for three days from now",
      description:
        "It has the same Message-ID: where it was delivered nevertheless, mail programs show it once.",
      params: { id: pathId() },
      run(tx, { params }, { tenantId }) {
        sendAgain(tx, tenantId, params.id);
        wake();
      },
    }),
    command("DELETE", `${mailsPath}/{id}`, {
      operationId: "deleteNoticeMail",
      permission: "administer",
      summary: "Removes an e-mail that could not be delivered",
      params: { id: pathId() },
      run: (tx, { params }, { tenantId }) => discard(tx, tenantId, params.id),
    }),
  ];
}

type Row = ReturnType<typeof store.problems.all>[number];
const Texts = z.record(z.string(), z.string());

function shown({ userId, fullName, state, dueDT, lastError, ...row }: Row, language: Locale): NoticeMail {
  const texts = lastError === null ? {} : Texts.parse(JSON.parse(lastError));
  return {
    ...row,
    state: state === "failed" ? "failed" : "waiting",
    user: { id: userId, fullName },
    nextTryDT: state === "failed" ? null : dueDT,
    problem: texts[language] ?? texts["en"] ?? null,
  };
}

const mailServerPath = "/api/settings/mail-server";
const TEST_MS = 20_000;
const MAX_CA_LENGTH = 64_000;

/** The site's mail server, which sends notices. */
export function mailServerRoutes(
  { storage, clock }: Dependencies,
  { wake }: Pick<Notices, "wake">,
): Endpoint[] {
  // One test at a time: each may take a while.
  let isTesting = false;
  const { signal } = new AbortController();

  return [
    query("GET", mailServerPath, {
      operationId: "getMailServer",
      permission: "server",
      summary: "The mail server that sends notices, without its password",
      response: MailServerSettings,
      run: () => settingsIn(storage.db),
    }),
    command("PUT", mailServerPath, {
      operationId: "updateMailServer",
      permission: "server",
      needsRecentLogin: true,
      usesIdempotencyKey: false,
      summary: "Changes the mail server; absent properties keep their values",
      description:
        "It applies to all tenants at once. `host` null removes the mail server with the e-mails that wait. The password is stored so that only the server's user can read it, and never returned; it must be given again where host, port, security or certificates change. Waiting e-mails are tried at once.",
      body: {
        host: textOrNull(253).optional(),
        port: integer(1, 65_535).optional(),
        security: oneOf(MAIL_SECURITIES).optional(),
        userName: textOrNull().optional(),
        password: secret(500).nullable().optional(),
        fromAddress: email().optional(),
        isCertificateChecked: flag().optional(),
        ca: linesOrNull(MAX_CA_LENGTH).optional(),
      },
      response: MailServerSettings,
      record: (tx) => ({ change: findMailServer(tx)?.change ?? 0 }),
      run(tx, { body }) {
        const wasSet = findMailServer(tx) !== null;
        changeMailServer(tx, body);
        if (findMailServer(tx) === null) endNotices(tx);
        else if (wasSet) hurryNotices(tx);
        else skipNotices(tx);
        return settingsIn(tx);
      },
    }),
    batch("POST", `${mailServerPath}/test`, {
      operationId: "testMailServer",
      permission: "server",
      needsRecentLogin: true,
      summary: "Sends a test e-mail to the caller's own address",
      description: `Waits for the mail server's answer, at most ${TEST_MS / 1000} s. What went wrong is in \`problem\`.`,
      response: MailTest,
      errors: {
        400: "no mail server is set, or the caller has no e-mail address",
        503: "another test is running",
      },
      async run({ language }, { tenantId, userId, fullName }) {
        const found = findMailServer(storage.db);
        if (found === null) throw new WrongState(msg("Save a mail server first."));
        const { email: address } = getPersonRecord(storage.db, tenantId, userId);
        if (address === null) throw Invalid.field("", msg("Enter your own e-mail address first."));
        if (isTesting) throw new Unavailable(msg("A test e-mail is being sent already."), TEST_MS / 1000);
        isTesting = true;
        try {
          const site = siteNameFor(storage.db, tenantId);
          const mail = testMail({ name: fullName, address }, site, language, clock.now());
          await deliver(found.server, mail, TEST_MS, signal);
          wake();
          return { kind: "json", body: { isDelivered: true, address, problem: null } };
        } catch (error) {
          const problem = textIn(failureOf(error, found.server).text, language);
          return { kind: "json", body: { isDelivered: false, address, problem } };
        } finally {
          isTesting = false;
        }
      },
    }),
  ];
}

function settingsIn(db: Db) {
  const found = findMailServer(db);
  const { password, ...shown } = found?.server ?? NEW_MAIL_SERVER;
  const body: MailServerSettings = {
    ...shown,
    hasPassword: password !== null,
    ...(found === null && { host: null, fromAddress: null }),
  };
  return { kind: "json" as const, body, version: { change: found?.change ?? 0 } };
}

function testMail(to: OutgoingMail["to"], site: string, locale: Locale, now: number): OutgoingMail {
  const body = textIn(
    msg("This is a test e-mail from tallybox of {site}. Notices will arrive like this.", { site }),
    locale,
  );
  const subject = textIn(msg("{site}: test e-mail", { site }), locale);
  const [, domain = "localhost"] = to.address.split("@");
  const messageId = `${randomUUID()}@${domain}`;
  return {
    fromName: site,
    to,
    subject,
    text: `${body}\n`,
    html: `<p>${escapeHtml(body)}</p>`,
    messageId,
    at: now,
  };
}
