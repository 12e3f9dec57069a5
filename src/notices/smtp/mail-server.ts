import { isIP } from "node:net";
import { z } from "zod";
import { assertNoErrors, type FieldError } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { certificateBlocks, parseCertificate } from "../../platform/certificate-blocks.ts";
import { recordEvent } from "../../security-log/event.ts";
import { readOtherSetting, saveOtherSetting } from "../../settings/settings.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";

/** `tls`: from the first byte. `startTls`: required after the greeting. `none`: not encrypted, so without a login. */
export const MAIL_SECURITIES = ["tls", "startTls", "none"] as const;

const Stored = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(MAIL_SECURITIES),
  userName: z.string().nullable(),
  password: z.string().nullable(),
  fromAddress: z.string(),
  isCertificateChecked: z.boolean(),
  ca: z.string().nullable(),
});

/**
 * The site's mail server, which sends the notices. The password is in the database, whose files only the server's user can read
 * (0600), and in no response, log or audit.
 */
export type MailServer = z.output<typeof Stored>;

/** The mail server, and the number of its last change; null: none is set, so no notices are made. */
export function findMailServer(db: Db): { server: MailServer; change: number } | null {
  const saved = readOtherSetting(db, "mailServer");
  return saved && { server: Stored.parse(saved.value), change: saved.change };
}

/** New values; an absent one does not change. */
type MailServerFields = { readonly [K in keyof MailServer]?: MailServer[K] | null | undefined };

/** A mail server before its first values are entered. */
export const NEW_MAIL_SERVER: MailServer = {
  host: "",
  port: 587,
  security: "startTls",
  userName: null,
  password: null,
  fromAddress: "",
  isCertificateChecked: true,
  ca: null,
};
/** What decides who reads the password. */
const DESTINATION = ["host", "port", "security", "isCertificateChecked", "ca"] as const;

/** Saves the mail server; `host` null removes it. Throws Invalid. */
export function changeMailServer(tx: Tx, fields: MailServerFields): void {
  const before = findMailServer(tx)?.server ?? null;
  const after = fields.host === null ? null : merged(before ?? NEW_MAIL_SERVER, fields);
  if (after !== null) assertValid(after, before, fields);
  saveOtherSetting(tx, "mailServer", after);
  const details = { mailServer: { before: summaryOf(before), after: summaryOf(after) } };
  recordEvent(tx, { kind: "settingsChanged", tenantId: null, details });
}

function merged(before: MailServer, fields: MailServerFields): MailServer {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const all = { ...before, ...Object.fromEntries(given) };
  // Without a login there is no password to keep.
  return Stored.parse({
    ...all,
    fromAddress: all.fromAddress ?? "",
    ...(all.userName === null && { password: null }),
  });
}

function assertValid(after: MailServer, before: MailServer | null, fields: MailServerFields): void {
  const errors: FieldError[] = [];
  const add = (path: keyof MailServer, text: FieldError["text"]) => errors.push({ path, text });
  if (after.host === "") add("host", msg("is required"));
  else if (!isHost(after.host)) add("host", msg("must be a host name or an IP address"));
  if (after.fromAddress === "") add("fromAddress", msg("is required"));
  if (after.security === "none" && after.userName !== null)
    add(
      "security",
      msg("must be TLS or STARTTLS with a login: the password would be readable on the network"),
    );
  if (after.userName !== null && after.password === null)
    add("password", msg("is required with a user name"));
  else if (after.password !== null && fields.password === undefined && isElsewhere(after, before))
    add(
      "password",
      msg("Enter the password again: it would go to another server, or over another connection."),
    );
  if (after.ca !== null && !isCertificates(after.ca))
    add("ca", msg("must be certificates in PEM format (BEGIN CERTIFICATE)"));
  assertNoErrors(errors);
}

const isElsewhere = (after: MailServer, before: MailServer | null) =>
  before !== null && DESTINATION.some((name) => after[name] !== before[name]);

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
const isHost = (host: string) => isIP(host) !== 0 || HOST.test(host);

function isCertificates(pem: string): boolean {
  const all = certificateBlocks(pem);
  return all.length > 0 && all.every((one) => parseCertificate(one) !== null);
}

/** For the security log. */
const summaryOf = (server: MailServer | null) =>
  server &&
  `${server.userName === null ? "" : `${server.userName} @ `}${server.host}:${server.port} (${server.security})`;
