import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { MAX_MANUAL_SEARCH } from "../domain/text-limits.ts";
import { type Endpoint, publicQuery } from "../http/endpoint/endpoint.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import type { BytesResponse } from "../http/endpoint/response.ts";
import { LOCALE_CODES, type Locale } from "../i18n/locales.ts";
import { nullIfMissing } from "../platform/error-code.ts";
import { FILES, manualIn, searchManual } from "./manual.ts";
import { addressOfSection, contentsHtml, foundHtml, pageHtml } from "./page.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HTML = "text/html; charset=utf-8";
const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};
/** A file name of the manual, without a folder. */
const FILE = /^[a-z0-9-]+\.(png|css|js)$/;

const html = (text: string): BytesResponse => {
  return {
    kind: "bytes",
    bytes: Buffer.from(text),
    contentType: HTML,
    policy: POLICY,
    cacheControl: "no-cache",
  };
};
const FoundInManual = namedObject("FoundInManual", {
  address: z.string().describe("path of the page and anchor of the section"),
  title: z.string().describe("title of the page"),
  heading: z.string().describe("heading of the section"),
  excerpt: z.string().describe("the text around the first word, about 200 characters"),
});
const response = z.file().mime([HTML]);
const locale = z.enum(LOCALE_CODES).describe("language of the page");

/** Endpoints for the manual, which anyone may read. */
export function helpRoutes(): Endpoint[] {
  const search = z.string().max(MAX_MANUAL_SEARCH).optional().describe("words that a section must have");
  const contents = (language: Locale, text: string | undefined) => {
    const pages = manualIn(language);
    const words = text?.trim() ?? "";
    return html(
      words === ""
        ? contentsHtml(language, pages)
        : foundHtml(language, pages, words, searchManual(pages, words)),
    );
  };
  return [
    publicQuery("GET", "/api/manual", {
      operationId: "searchManual",
      summary: "Sections of the manual that have all words of a text, at most 40",
      description:
        "In the language of `Accept-Language`; those first that have the words in their heading. A text without words finds nothing.",
      query: { search: z.string().max(MAX_MANUAL_SEARCH).describe("words that a section must have") },
      response: z.array(FoundInManual),
      scope: "any",
      run: ({ language, query }) => ({
        kind: "json",
        body: searchManual(manualIn(language), query.search).map(({ page, section, excerpt }) => ({
          address: addressOfSection(language, page, section),
          title: page.title,
          heading: section.heading,
          excerpt,
        })),
      }),
    }),
    publicQuery("GET", "/help", {
      operationId: null,
      summary: "The manual, in the language of `Accept-Language`",
      query: { search },
      response,
      run: ({ language, query }) => contents(language, query.search),
    }),
    publicQuery("GET", "/help/{locale}", {
      operationId: null,
      summary: "The contents of the manual, or a search",
      params: { locale },
      query: { search },
      response,
      run: ({ params, query }) => contents(params.locale, query.search),
    }),
    publicQuery("GET", "/help/{locale}/{folder}/{name}", {
      operationId: null,
      summary: "A page of the manual",
      params: { locale, folder: z.string(), name: z.string() },
      response,
      run({ params }) {
        const pages = manualIn(params.locale);
        const page = pages.find(({ folder, name }) => folder === params.folder && name === params.name);
        if (page === undefined) throw new NotFound(msg("The manual has no such page."));
        return html(pageHtml(params.locale, pages, page));
      },
    }),
    publicQuery("GET", "/help/files/{file}", {
      operationId: null,
      summary: "A picture, the style sheet or the script of the manual",
      params: { file: z.string() },
      response: z.file(),
      run: ({ params: { file } }) => fileResponse(file),
    }),
  ];
}

function fileResponse(name: string): BytesResponse {
  const [, ending = ""] = FILE.exec(name) ?? [];
  const contentType = TYPES[ending];
  const bytes = contentType === undefined ? null : readIfThere(join(FILES, name));
  if (contentType === undefined || bytes === null) throw new NotFound(msg("The manual has no such page."));
  return { kind: "bytes", bytes, contentType, cacheControl: "no-cache" };
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    return nullIfMissing(error);
  }
}
