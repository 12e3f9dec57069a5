import { type Message, msg } from "../../domain/message.ts";
import { NOTICE_KINDS, type NoticeKind } from "../../domain/notice-kinds.ts";
import { textIn } from "../../i18n/text.ts";
import { kindFor, type ListedContent, type NoticeEvent } from "./content.ts";
import { escapeHtml } from "./html.ts";
import { KIND_TITLES, type Line, type LineFormat, lineOf, ownLineOf, timeText } from "./lines.ts";

/** The text of an e-mail. */
interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

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
export function renderMail({ events, more }: ListedContent, options: RenderOptions): RenderedMail | null {
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
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_SUBJECT ? text : `${characters.slice(0, MAX_SUBJECT - 1).join("")}…`;
}
