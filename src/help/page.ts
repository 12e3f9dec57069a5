import { msg } from "../domain/message.ts";
import { MAX_MANUAL_SEARCH } from "../domain/text-limits.ts";
import { LOCALE_CODES, LOCALES, type Locale } from "../i18n/locales.ts";
import { textIn, textsIn } from "../i18n/text.ts";
import { escapeHtml } from "../platform/html.ts";
import { type BuiltSection, type FoundSection, MANUAL, type ManualPage } from "./manual.ts";

// Pages without scripts: they open before the login, on each browser, and when the client does not.

/** The list of all pages. */
export function contentsHtml(locale: Locale, pages: readonly ManualPage[]): string {
  const texts = textsIn(TEXTS, locale);
  return documentHtml(locale, {
    title: texts.manual,
    path: "",
    search: "",
    main: `<h1>${texts.manual}</h1>\n${navigationHtml(locale, pages, null)}`,
    aside: "",
  });
}

/** A page with the list of all pages beside it. */
export function pageHtml(locale: Locale, pages: readonly ManualPage[], page: ManualPage): string {
  const note = page.isTranslated
    ? ""
    : `<p class="note">${escapeHtml(textIn(TEXTS.untranslated, locale))}</p>\n`;
  return documentHtml(locale, {
    title: page.title,
    path: `/${page.folder}/${page.name}`,
    search: "",
    main: `${note}<article${languageOf(page)}>${page.html}</article>`,
    aside: navigationHtml(locale, pages, page),
  });
}

/** The result of a search. */
export function foundHtml(
  locale: Locale,
  pages: readonly ManualPage[],
  search: string,
  found: readonly FoundSection[],
): string {
  const items = found.map(({ page, section, excerpt }) => {
    const address = addressOfSection(locale, page, section);
    const heading = section.heading === page.title ? page.title : `${page.title}: ${section.heading}`;
    return `<li${languageOf(page)}><a href="${address}">${escapeHtml(heading)}</a><p>${escapeHtml(excerpt)}</p></li>`;
  });
  const title = escapeHtml(textIn(TEXTS.results, locale));
  const none = `<p>${escapeHtml(textIn(noneOf(search), locale))}</p>`;
  return documentHtml(locale, {
    title,
    path: "",
    search,
    main: `<h1>${title}</h1>\n${found.length === 0 ? none : `<ol class="found">${items.join("\n")}</ol>`}`,
    aside: navigationHtml(locale, pages, null),
  });
}

interface Content {
  readonly title: string;
  /** Path of the page below its language, for the links to the other languages. */
  readonly path: string;
  readonly search: string;
  readonly main: string;
  readonly aside: string;
}

function documentHtml(locale: Locale, { title, path, search, main, aside }: Content): string {
  const texts = textsIn(TEXTS, locale);
  const query = search === "" ? "" : `?search=${encodeURIComponent(search)}`;
  const languages = LOCALE_CODES.map((code) => {
    const current = code === locale ? ' aria-current="true"' : "";
    return `<a href="/help/${code}${path}${query}" lang="${code}" hreflang="${code}"${current}>${LOCALES[code].name}</a>`;
  });
  const list = aside === "" ? "" : `<nav class="pages" id="pages">\n${aside}\n</nav>\n`;
  const toList = aside === "" ? "" : `<a class="to-pages" href="#pages">${escapeHtml(texts.pages)}</a> `;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – tallybox</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/help/files/help.css">
<script type="module" src="/help/files/search.js"></script>
</head>
<body>
<header>
<a class="home" href="/help/${locale}">${escapeHtml(texts.manual)}</a>
<form action="/help/${locale}" role="search"><input type="search" name="search" maxlength="${MAX_MANUAL_SEARCH}" value="${escapeHtml(search)}" aria-label="${escapeHtml(texts.search)}" placeholder="${escapeHtml(texts.search)}"><button>${escapeHtml(texts.find)}</button></form>
<div class="back">${toList}<a href="/">${escapeHtml(texts.terminal)}</a> <a href="/console">${escapeHtml(texts.console)}</a></div>
</header>
<div class="columns">
<main>
${main}
</main>
${list}</div>
<footer class="languages">${languages.join(" ")}</footer>
</body>
</html>
`;
}

function navigationHtml(locale: Locale, pages: readonly ManualPage[], current: ManualPage | null): string {
  return MANUAL.map(({ folder, title }) => {
    const items = pages
      .filter((page) => page.folder === folder)
      .map((page) => {
        const mark = page === current ? ' aria-current="page"' : "";
        return `<li${languageOf(page)}><a href="${addressOf(locale, page)}"${mark}>${escapeHtml(page.title)}</a></li>`;
      });
    return `<h2>${escapeHtml(textIn(title, locale))}</h2>\n<ul>${items.join("\n")}</ul>`;
  }).join("\n");
}

/** The language attribute of what is in English on a page of another language. */
const languageOf = ({ isTranslated }: ManualPage) => (isTranslated ? "" : ' lang="en"');

/** The path and anchor of a section of a page, `/help/en/use/console#keys`. */
export const addressOfSection = (locale: Locale, page: ManualPage, { anchor }: BuiltSection) =>
  `${addressOf(locale, page)}#${anchor}`;

const addressOf = (locale: Locale, { folder, name }: ManualPage) => `/help/${locale}/${folder}/${name}`;

const noneOf = (text: string) =>
  msg("No section has all words of “{text}”. Search for fewer or other words.", { text });

const TEXTS = {
  manual: msg("Manual"),
  pages: msg("All pages"),
  search: msg("Search the manual"),
  find: msg("Search"),
  results: msg("Search results"),
  untranslated: msg("This page is in English only."),
  terminal: msg("Terminal"),
  console: msg("Console"),
};
