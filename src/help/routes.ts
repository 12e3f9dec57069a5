import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { type Endpoint, publicQuery } from "../http/endpoint/endpoint.ts";
import type { BytesResponse } from "../http/endpoint/response.ts";
import { LOCALE_CODES, type Locale } from "../i18n/locales.ts";
import { FILES, manualIn, searchManual } from "./manual.ts";
import { contentsHtml, foundHtml, MAX_SEARCH, pageHtml } from "./page.ts";

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HTML = "text/html; charset=utf-8";
/** A file name of the manual, without a folder. */
const FILE = /^[a-z0-9-]+\.(png|css)$/;

const html = (text: string): BytesResponse => {
  return {
    kind: "bytes",
    bytes: Buffer.from(text),
    contentType: HTML,
    policy: POLICY,
    cacheControl: "no-cache",
  };
};
const response = z.file().mime([HTML]);
const locale = z.enum(LOCALE_CODES).describe("language of the page");

/** Endpoints for the manual, which anyone may read. */
export function helpRoutes(): Endpoint[] {
  const search = z.string().max(MAX_SEARCH).optional().describe("words that a section must have");
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
    publicQuery(
      "GET",
      "/help",
      {
        operationId: null,
        summary: "The manual, in the language of `Accept-Language`",
        query: { search },
        response,
      },
      ({ language, query }) => contents(language, query.search),
    ),
    publicQuery(
      "GET",
      "/help/{locale}",
      {
        operationId: null,
        summary: "The contents of the manual, or a search",
        params: { locale },
        query: { search },
        response,
      },
      ({ params, query }) => contents(params.locale, query.search),
    ),
    publicQuery(
      "GET",
      "/help/{locale}/{folder}/{name}",
      {
        operationId: null,
        summary: "A page of the manual",
        params: { locale, folder: z.string(), name: z.string() },
        response,
      },
      ({ params }) => {
        const pages = manualIn(params.locale);
        const page = pages.find(({ folder, name }) => folder === params.folder && name === params.name);
        if (page === undefined) throw new NotFound(msg("The manual has no such page."));
        return html(pageHtml(params.locale, pages, page));
      },
    ),
    publicQuery(
      "GET",
      "/help/files/{file}",
      {
        operationId: null,
        summary: "A picture or the style sheet of the manual",
        params: { file: z.string() },
        response: z.file(),
      },
      ({ params: { file } }) => fileResponse(file),
    ),
  ];
}

function fileResponse(name: string): BytesResponse {
  const bytes = FILE.test(name) ? readIfThere(join(FILES, name)) : null;
  if (bytes === null) throw new NotFound(msg("The manual has no such page."));
  const contentType = name.endsWith(".css") ? "text/css; charset=utf-8" : "image/png";
  return { kind: "bytes", bytes, contentType, cacheControl: "no-cache" };
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
