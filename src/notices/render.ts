import { type Message, msg } from "../domain/message.ts";
import { NOTICE_KINDS, type NoticeKind } from "../domain/notice-kinds.ts";
import type { OutgoingEventData } from "../domain/outgoing-event-types.ts";
import { STANDBY_PROBLEM_TEXTS } from "../domain/standby-problems.ts";
import { LOCALES, type Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { escapeHtml } from "../platform/html.ts";
import { oneLine } from "../platform/one-line.ts";
import { kindFor, type ListedContent, type NoticeEvent } from "./content.ts";

interface RenderOptions extends LineFormat {
  /** The person who gets the e-mail. */
  readonly userId: number;
  readonly siteName: string;
  /** The address of the server's pages, without a slash at the end; null: not known, so there are no links. */
  readonly baseUrl: string | null;
}

interface Entry extends Line {
  readonly at: string;
}

interface Section {
  readonly kind: NoticeKind;
  readonly entries: readonly Entry[];
  readonly more: number;
}

const MAX_SUBJECT = 150;

/** The text of an e-mail in the person's language; null: nothing is left to tell. */
export function renderMail({ events, more }: ListedContent, options: RenderOptions) {
  const sections = NOTICE_KINDS.map((kind) => ({
    kind,
    entries: events.flatMap((event) => entryOf(kind, event, options)),
    more: more[kind] ?? 0,
  })).filter((section) => section.entries.length + section.more > 0);
  const total = sections.reduce((sum, section) => sum + section.entries.length + section.more, 0);
  if (total === 0) return null;
  const single = total === 1 ? sections[0]?.entries[0] : undefined;
  const isSingle = single !== undefined;
  const t = (message: Message) => textIn(message, options.locale);
  const about = isSingle
    ? t(single.text)
    : t(msg("{n, plural, one {# notice} other {# notices}}", { n: total }));
  return {
    subject: shortened(`${options.siteName}: ${oneLine(about)}`),
    text: textOf(sections, options, t, isSingle),
    html: htmlOf(sections, options, t, isSingle),
  };
}

function entryOf(kind: NoticeKind, event: NoticeEvent, options: RenderOptions): Entry[] {
  if (kindFor(event, options.userId) !== kind) return [];
  const line = kind === "ownCustody" ? ownLineOf(event, options) : lineOf(event, options);
  return line === null ? [] : [{ ...line, at: event.at }];
}

type Translate = (message: Message) => string;

function textOf(
  sections: readonly Section[],
  options: RenderOptions,
  t: Translate,
  isSingle: boolean,
): string {
  const link = ({ path }: Line) =>
    options.baseUrl === null ? [] : [`  ${consoleUrl(options.baseUrl, path)}`];
  const lines = sections.flatMap((section) => {
    const { kind, entries, more } = section;
    return [
      ...(isSingle ? [] : [`${t(KIND_TITLES[kind])}`]),
      ...entries.flatMap((entry) => [
        `${isSingle ? "" : "- "}${oneLine(t(entry.text))} (${timeText(entry.at, options)})`,
        ...link(entry),
      ]),
      ...(more > 0 ? [`- ${t(restText(section))}`] : []),
      "",
    ];
  });
  const { siteName, baseUrl } = options;
  const change = baseUrl === null ? [] : [consoleUrl(baseUrl, "/me")];
  return [...lines, "-- ", t(footer(siteName)), ...change, ""].join("\n");
}

function htmlOf(
  sections: readonly Section[],
  options: RenderOptions,
  t: Translate,
  isSingle: boolean,
): string {
  const { siteName, baseUrl, locale } = options;
  const linked = ({ path }: Line, text: string) =>
    baseUrl === null
      ? escapeHtml(text)
      : `<a href="${escapeHtml(consoleUrl(baseUrl, path))}">${escapeHtml(text)}</a>`;
  const body = sections.map((section) => {
    const { kind, entries, more } = section;
    const items = entries.map(
      (entry) =>
        `<li>${linked(entry, oneLine(t(entry.text)))} <small>${escapeHtml(timeText(entry.at, options))}</small></li>`,
    );
    const rest = more > 0 ? [`<li>${escapeHtml(t(restText(section)))}</li>`] : [];
    const title = isSingle ? "" : `<h2 style="font-size:1.1em">${escapeHtml(t(KIND_TITLES[kind]))}</h2>`;
    return `${title}<ul>${[...items, ...rest].join("")}</ul>`;
  });
  const why = linked({ path: "/me", text: footer(siteName) }, t(footer(siteName)));
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"></head><body style="font-family:sans-serif">${body.join("")}<hr><p><small>${why}</small></p></body></html>`;
}

/** What an e-mail does not list. Where the listed approvals were decided meanwhile, these are all that is left. */
function restText({ kind, entries, more: n }: Section): Message {
  if (entries.length > 0) return msg("and {n, plural, one {# more} other {# more}}", { n });
  return kind === "approvals"
    ? msg("{n, plural, one {# waits} other {# wait}} for approval.", { n })
    : msg("{n, plural, one {# notice} other {# notices}}", { n });
}
const footer = (site: string) =>
  msg("You get this e-mail from tallybox of {site}. Change it on your profile page under Notices.", { site });

const consoleUrl = (baseUrl: string, path: string) => `${baseUrl}/console#${path}`;

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_SUBJECT ? text : `${characters.slice(0, MAX_SUBJECT - 1).join("")}…`;
}

/** A line of an e-mail, and the screen of the console that it leads to. */
interface Line {
  readonly text: Message;
  readonly path: string;
}

/** How the texts of a person's e-mail show times. */
interface LineFormat {
  readonly locale: Locale;
  readonly timeZone: string;
}

/** The line of an event; null: it has none. */
export function lineOf(event: NoticeEvent, format: LineFormat): Line | null {
  switch (event.type) {
    case "approval.waiting":
      return approvalLine(event.data);
    case "inventory.closed":
      return {
        text: msg("Stocktake {name} was closed by {person}.", {
          name: event.data.name,
          person: event.data.closedBy,
        }),
        path: `/stocktakes/${event.data.oid}`,
      };
    case "countPlan.skipped":
      return skippedLine(event.data, format);
    case "custody.overdue":
      return overdueLine(event.data, format);
    case "custody.rejected":
      return rejectedLine(event.data);
    case "refill.needed":
      return refillLine(event.data);
    case "printer.stuck":
      return stuckLine(event.data, format);
    case "printer.recovered":
      return { text: msg("Printer {name} prints again.", { name: event.data.name }), path: "/printers" };
    case "login.alarm":
      return { text: loginAlarmText(event.data), path: `/people/${event.data.userId}` };
    case "backup.failed":
      return { text: backupText(event.data, format), path: "/system/backup" };
    case "backup.unproven":
      return { text: checkText(event.data, format), path: "/system/backup" };
    case "certificate.ending":
      return {
        text: msg("The server's HTTPS certificate expires on {day}. Replace its files.", {
          day: dayText(event.data.expiresAt, format),
        }),
        path: "/system/certificate",
      };
    case "disk.low":
      return {
        text: msg(
          "The server's disk is nearly full ({free} MB free). Nothing can be saved until space is freed.",
          {
            free: Math.round(event.data.freeBytes / 1e6),
          },
        ),
        path: "/system",
      };
    case "standby.failing":
      return { text: STANDBY_PROBLEM_TEXTS[event.data.problem], path: "/system/standby" };
    case "sealing.failing":
      return {
        text: msg(
          "{n, plural, one {# closed stocktake has} other {# closed stocktakes have}} no sealed record. The server's log says why.",
          { n: event.data.stocktakes },
        ),
        path: "/system",
      };
    case "upgrade.failed":
      return { text: upgradeText(event.data), path: "/system/upgrade" };
    default:
      return null;
  }
}

type Texts = Readonly<Record<"asked" | "anonymous", (values: { name: string; person: string }) => Message>>;

const APPROVALS: Readonly<Record<OutgoingEventData["approval.waiting"]["kind"], Texts & { path: string }>> = {
  transfer: {
    asked: (values) => msg("Transfer of {name} waits for approval, requested by {person}.", values),
    anonymous: ({ name }) => msg("Transfer of {name} waits for approval.", { name }),
    path: "/requests/transfers",
  },
  disposal: {
    asked: (values) => msg("Disposal of {name} waits for approval, requested by {person}.", values),
    anonymous: ({ name }) => msg("Disposal of {name} waits for approval.", { name }),
    path: "/requests/disposals",
  },
  proposal: {
    asked: (values) => msg("Proposed asset {name} waits for approval, proposed by {person}.", values),
    anonymous: ({ name }) => msg("Proposed asset {name} waits for approval.", { name }),
    path: "/requests/proposals",
  },
  stocktake: {
    asked: (values) => msg("Stocktake {name} waits for approval, finished by {person}.", values),
    anonymous: ({ name }) => msg("Stocktake {name} waits for approval.", { name }),
    path: "/stocktakes",
  },
};

function approvalLine({ kind, oid, name, requestedBy }: OutgoingEventData["approval.waiting"]): Line {
  const { asked, anonymous, path } = APPROVALS[kind];
  const text = requestedBy === null ? anonymous : asked;
  return {
    text: text({ name, person: requestedBy ?? "" }),
    path: kind === "stocktake" ? `${path}/${oid}` : path,
  };
}

function skippedLine(
  { name, dueDate, reason, inventoryId, inventoryName }: OutgoingEventData["countPlan.skipped"],
  { locale }: LineFormat,
): Line {
  const day = dateText(dueDate, locale);
  const text =
    reason === "open"
      ? msg("Count plan {name} was skipped on {day}: {stocktake} is still open.", {
          name,
          day,
          stocktake: inventoryName,
        })
      : msg("Count plan {name} had nothing to count on {day}.", { name, day });
  return { text, path: `/stocktakes/${inventoryId}` };
}

function overdueLine(
  { code, name, person, dueDate }: OutgoingEventData["custody.overdue"],
  { locale }: LineFormat,
): Line {
  const day = dateText(dueDate, locale);
  return {
    text: msg("{person} was to bring back {article} by {day}.", {
      person,
      day,
      article: name ?? code ?? "",
    }),
    path: "/custody",
  };
}

/** The line of an event about an article that the person has; null: it has none. */
function ownLineOf({ type, data }: NoticeEvent, { locale }: LineFormat): Line | null {
  if (type !== "custody.overdue") return null;
  const day = dateText(data.dueDate, locale);
  const article = data.name ?? data.code ?? "";
  return {
    text: msg("Bring back {article}: it was due on {day}.", { article, day }),
    path: `/articles/${data.articleId}`,
  };
}

function rejectedLine({ code, name, person }: OutgoingEventData["custody.rejected"]): Line {
  const article = name ?? code ?? "";
  return {
    text:
      person === null
        ? msg("A return of {article} was not recorded. See who has it.", { article })
        : msg("A hand-over or return of {article} for {person} was not recorded. See who has it.", {
            article,
            person,
          }),
    path: "/custody",
  };
}

function refillLine({ code, name, location, ...found }: OutgoingEventData["refill.needed"]): Line {
  const { stock, minimum, unit } = found;
  const values = { stock, minimum, unit: unit ?? msg("pcs") };
  const article = [code, name].filter(Boolean).join(" ");
  return {
    text:
      location === null
        ? msg("{article}: {stock} {unit}, the minimum is {minimum}.", { article, ...values })
        : msg("{article} at {location}: {stock} {unit}, the minimum is {minimum}.", {
            article,
            location,
            ...values,
          }),
    path: "/refill",
  };
}

function stuckLine(data: OutgoingEventData["printer.stuck"], format: LineFormat): Line {
  const { oid, name, waiting, since, reasons } = data;
  return {
    text: msg(
      "Printer {name} has not been printing since {at}: {reason}. {n, plural, one {# label waits} other {# labels wait}}.",
      { name, n: waiting, at: timeText(since, format), reason: reasons[format.locale] ?? data.reason },
    ),
    path: `/printers/queue?printerId=${oid}`,
  };
}

function backupText(
  { lastBackupAt, target = null, risk }: OutgoingEventData["backup.failed"],
  format: LineFormat,
): Message {
  if (target !== null && risk !== undefined)
    return msg(
      "The backup to {target} is on the disk or the machine of the data, so both can be lost together. See the backup page.",
      { target },
    );
  const day = lastBackupAt === null ? null : dayText(lastBackupAt, format);
  if (target !== null && day === null)
    return msg("No backup to {target} was made yet. See the backup page.", { target });
  if (target !== null && day !== null)
    return msg("The last backup to {target} is of {day}. See the backup page.", { target, day });
  if (day === null) return msg("There is no backup of the server yet. Make one, or set up automatic copies.");
  return msg("The last backup of the server is of {day}. Make one, or check the automatic copies.", { day });
}

function checkText(
  { lastCheckAt, isDamaged, target = null }: OutgoingEventData["backup.unproven"],
  format: LineFormat,
): Message {
  if (target !== null && isDamaged)
    return msg(
      "The newest backup at {target} is damaged: it was restored for a check. See the backup page.",
      {
        target,
      },
    );
  if (target !== null)
    return msg("The backups at {target} are not proven: none was restored for a check lately.", { target });
  if (isDamaged)
    return msg("The server's self-check has found damaged data, which backups copy. See the backup page.");
  if (lastCheckAt === null) return msg("The server's data were never checked, so backups are not proven.");
  return msg("The server's data were last checked on {day}, so newer backups are not proven.", {
    day: dayText(lastCheckAt, format),
  });
}

function loginAlarmText({ person, count: n, address }: OutgoingEventData["login.alarm"]): Message {
  return msg(
    "{n, plural, one {# wrong PIN or password} other {# wrong PINs and passwords}} of {person} within a day, the last from {address}. Somebody may be trying to get in.",
    { n, person, address: address ?? "–" },
  );
}

function upgradeText({ action, version }: OutgoingEventData["upgrade.failed"]): Message {
  if (version === null) return msg("An upgrade of the server has failed. See the upgrade page.");
  if (action === "return")
    return msg("Going back to version {version} has failed. See the upgrade page.", { version });
  return msg("The upgrade to version {version} has failed. See the upgrade page.", { version });
}

function dayText(at: string, { locale, timeZone }: LineFormat): string {
  return new Intl.DateTimeFormat(LOCALES[locale].region, { timeZone, dateStyle: "long" }).format(
    Date.parse(at),
  );
}

/** A calendar day (YYYY-MM-DD), which is the same in each time zone; empty for none. */
function dateText(date: string | null, locale: Locale): string {
  return date === null ? "" : dayText(`${date}T12:00:00Z`, { locale, timeZone: "UTC" });
}

/** A time as texts of e-mails show it. */
function timeText(at: string, { locale, timeZone }: LineFormat): string {
  const options = { timeZone, dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(LOCALES[locale].region, options).format(Date.parse(at));
}

/** The headings of a digest. */
const KIND_TITLES: Readonly<Record<NoticeKind, Message>> = {
  approvals: msg("Approvals"),
  custody: msg("Handed-out articles"),
  ownCustody: msg("What I have"),
  refill: msg("Minimum stock"),
  stocktakes: msg("Stocktakes"),
  printers: msg("Printers"),
  logins: msg("Wrong PINs and passwords"),
  backup: msg("Backup"),
  certificate: msg("Certificate"),
  disk: msg("Disk"),
  upgrade: msg("Upgrade", "noun"),
};
