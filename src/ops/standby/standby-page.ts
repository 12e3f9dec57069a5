import type Koa from "koa";
import { DomainError } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { acceptedLocale } from "../../http/pipeline/request.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { escapeHtml } from "../../platform/html.ts";
import { limitedText } from "../../platform/limited-text.ts";
import { type PlainPage, sendPage } from "../health/plain-page.ts";
import type { Pair } from "./pair.ts";
import { readStandbyState, type StandbyState } from "./shapes.ts";

// The page of a standby, which serves no console: its state, and its promotion by a form without scripts.

const MAX_FORM_BYTES = 4096;

/** Sends the page, and promotes the standby where its form was sent with the right code. */
export async function sendStandbyPage(ctx: Koa.Context, pair: Pair): Promise<void> {
  const language = acceptedLocale(ctx.get("accept-language"));
  let problem: string | null = null;
  if (ctx.method === "POST") {
    problem = promote(pair, (await readForm(ctx)).get("code") ?? "", language);
    if (problem === null) {
      ctx.status = 303;
      ctx.set("Location", "/");
      ctx.body = "";
      return;
    }
  }
  const isForm = problem !== null || ctx.querystring === "promote";
  sendPage(ctx, pageOf(readStandbyState(pair), language, isForm, problem));
}

/** Returns the reason where the standby is not promoted. */
function promote(pair: Pair, code: string, language: Locale): string | null {
  try {
    pair.standby?.promote(code.trim());
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return textIn(error.text, language);
  }
}

async function readForm({ req }: Koa.Context): Promise<URLSearchParams> {
  return new URLSearchParams((await limitedText(req, MAX_FORM_BYTES)) ?? "");
}

function pageOf(state: StandbyState, language: Locale, isForm: boolean, problem: string | null): PlainPage {
  const t = (message: Parameters<typeof textIn>[0]) => escapeHtml(textIn(message, language));
  const facts = factsOf(state, language)
    .map(([name, value]) => `<dt>${t(name)}</dt><dd>${value}</dd>`)
    .join("");
  const promotion = isForm
    ? `${problem === null ? "" : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
      <form method="post" action="/">
        <p>${t(TEXTS.before)}</p>
        <label for="code">${t(TEXTS.code)}</label>
        <input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required />
        <button type="submit">${t(TEXTS.takeOver)}</button>
      </form>
      <p><a href="/">${t(TEXTS.cancel)}</a></p>`
    : `<p><a href="/">${t(TEXTS.refresh)}</a></p>
      <p><a class="button" href="/?promote">${t(TEXTS.takeOver)}…</a></p>`;
  return {
    language,
    title: textIn(TEXTS.title, language),
    content: `<p>${t(state.isPromoting ? TEXTS.promoting : TEXTS.what)}</p>
      <dl>${facts}</dl>
      ${state.isPromoting ? "" : promotion}`,
    // Otherwise it would take the page from under its reader.
    isReloaded: state.isPromoting,
  };
}

type Fact = readonly [name: { readonly source: string }, value: string];

function factsOf(state: StandbyState, language: Locale): readonly Fact[] {
  const { peer, lagMs, upToDT, isWhole, hasPhotos, version, primaryVersion, error } = state;
  const t = (message: Parameters<typeof textIn>[0]) => escapeHtml(textIn(message, language));
  const lag =
    lagMs === null
      ? t(TEXTS.unknown)
      : t(msg("{n, plural, one {# second} other {# seconds}}", { n: Math.round(lagMs / 1000) }));
  return [
    [TEXTS.primary, escapeHtml((peer?.addresses ?? []).join(", "))],
    [TEXTS.connection, t(peer?.isConnected ? TEXTS.connected : TEXTS.notConnected)],
    [TEXTS.upTo, upToDT === null ? t(TEXTS.unknown) : escapeHtml(timeText(upToDT, language))],
    [TEXTS.behind, lag],
    [TEXTS.copy, t(isWhole ? TEXTS.whole : TEXTS.notWhole)],
    [TEXTS.photos, t(hasPhotos ? TEXTS.all : TEXTS.some)],
    [TEXTS.version, escapeHtml([version, primaryVersion].filter((one) => one !== null).join(" / "))],
    ...(error === null ? [] : [[TEXTS.error, escapeHtml(error)] as const]),
  ];
}

/** With the time zone, which is that of this machine. */
function timeText(at: string, language: Locale): string {
  const locale = language === "en" ? "en-GB" : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long" }).format(new Date(at));
}

const TEXTS = {
  title: msg("Standby"),
  what: msg("This machine copies another tallybox server, and can take over from it."),
  promoting: msg("This machine is taking over. This page then becomes the server's own."),
  primary: msg("Copied server"),
  connection: msg("Connection"),
  connected: msg("Connected"),
  notConnected: msg("Not connected"),
  upTo: msg("Has everything up to"),
  behind: msg("Behind"),
  unknown: msg("not known"),
  copy: msg("Copy"),
  whole: msg("complete"),
  notWhole: msg("not complete yet: it can't take over"),
  photos: msg("Photos"),
  all: msg("all"),
  some: msg("some are still being copied"),
  version: msg("Version"),
  error: msg("Error"),
  before: msg(
    "Let this machine take over only if the other server has failed or is switched off for good. From then on the other one accepts no changes any more.",
  ),
  code: msg("Promotion code"),
  takeOver: msg("Take over"),
  refresh: msg("Show the newest state"),
  cancel: msg("Cancel"),
};
