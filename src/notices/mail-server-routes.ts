import { randomUUID } from "node:crypto";
import { email } from "../access/accounts/user-fields.ts";
import { getPersonRecord } from "../access/users/user-records.ts";
import { Invalid, Unavailable, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { flag, integer, linesOrNull, oneOf, secret, textOrNull } from "../http/endpoint/fields.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { siteNameFor } from "../settings/settings.ts";
import type { Db } from "../storage/database/statement.ts";
import { skipNotices } from "./mails/collect.ts";
import { escapeHtml } from "./mails/html.ts";
import { endNotices, hurryNotices } from "./mails/mails.ts";
import { MailServerSettings, MailTest } from "./shapes.ts";
import { deliver, type OutgoingMail } from "./smtp/deliver.ts";
import { failureOf } from "./smtp/failures.ts";
import { changeMailServer, findMailServer, MAIL_SECURITIES, type MailServer } from "./smtp/mail-server.ts";

const path = "/api/settings/mail-server";
const TEST_MS = 20_000;
const MAX_CA_LENGTH = 64_000;

/** The site's mail server, which sends notices. */
export function mailServerRoutes({ storage, clock }: Dependencies): Endpoint[] {
  // One test at a time: each may take a while.
  let isTesting = false;
  const { signal } = new AbortController();

  return [
    query(
      "GET",
      path,
      {
        operationId: "getMailServer",
        permission: "server",
        summary: "The mail server that sends notices, without its password",
        response: MailServerSettings,
      },
      () => settingsIn(storage.db),
    ),
    command(
      "PUT",
      path,
      {
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
      },
      (tx, { body }) => {
        const wasSet = findMailServer(tx) !== null;
        changeMailServer(tx, body);
        if (findMailServer(tx) === null) endNotices(tx);
        else if (wasSet) hurryNotices(tx);
        else skipNotices(tx);
        return settingsIn(tx);
      },
    ),
    batch(
      "POST",
      `${path}/test`,
      {
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
      },
      async ({ language }, { tenantId, userId, fullName }) => {
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
          return { kind: "json", body: { isDelivered: true, address, problem: null } };
        } catch (error) {
          const problem = textIn(failureOf(error, found.server).text, language);
          return { kind: "json", body: { isDelivered: false, address, problem } };
        } finally {
          isTesting = false;
        }
      },
    ),
  ];
}

function settingsIn(db: Db) {
  const found = findMailServer(db);
  const body: MailServerSettings =
    found === null
      ? UNSET
      : { ...withoutPassword(found.server), hasPassword: found.server.password !== null };
  return { kind: "json" as const, body, version: { change: found?.change ?? 0 } };
}

const UNSET: MailServerSettings = {
  host: null,
  port: 587,
  security: "startTls",
  userName: null,
  hasPassword: false,
  fromAddress: null,
  isCertificateChecked: true,
  ca: null,
};

function withoutPassword({ password: _, ...shown }: MailServer) {
  return shown;
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
