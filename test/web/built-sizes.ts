import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuiltParts, filesOf, OVERVIEW, PARTS } from "../../scripts/built-parts.ts";

const BUILT = join(import.meta.dirname, "../../dist/web");

/** The parts of the web build that servers under test send. Throws where there is none. */
export const builtParts = () => JSON.parse(readFileSync(join(BUILT, PARTS), "utf8")) as BuiltParts;

/** Bytes of the terminal's build, compressed by gzip. */
export interface Sizes {
  /** Scripts, and texts of the longest language, that must be loaded before the first screen reacts. */
  readonly firstScripts: number;
  /** Scripts that the page fetches by itself afterwards, so that every screen is there without a network. */
  readonly laterScripts: number;
  readonly styles: number;
  /** The camera's decoder, fetched when the camera is opened. */
  readonly decoder: number;
}

/** Of the client as it is built now. Throws where it is not. */
export function bundleSizes(): Sizes {
  const parts = builtParts();
  const first = filesOf(parts, "index.html", { dynamic: false });
  const all = [...filesOf(parts, "index.html", { dynamic: true })];
  const isDecoder = (name: string) => /server-detector|zxing/.test(name);
  return {
    firstScripts: sum([...first].filter(isScript)) + largest(firstTexts("terminal")),
    laterScripts: sum(all.filter((name) => isScript(name) && !first.has(name) && !isDecoder(name))),
    styles: sum(all.filter((name) => name.endsWith(".css"))),
    decoder: sum(all.filter(isDecoder)),
  };
}

/** Bytes by gzip of all that the console's login and its overview need, the page and the longest texts too, without the fonts. */
export function consoleSizes(): { readonly login: number; readonly overview: number } {
  const parts = builtParts();
  for (const part of OVERVIEW) if (parts[part] === undefined) throw new Error(`the build has no ${part}`);
  const needed = (starts: readonly string[]) =>
    sum([
      ...[...filesOf(parts, starts, { dynamic: false })].filter((name) => !name.endsWith(".woff2")),
      ...["console.html", "old-browser.js", "theme.js"],
    ]);
  const login = largest(firstTexts("console"));
  return {
    login: needed(["console.html"]) + login,
    overview: needed(["console.html", ...OVERVIEW]) + login + largest(textFiles("console-overview")),
  };
}

const textFiles = (start: string) =>
  readdirSync(join(BUILT, "assets"))
    .filter((name) => name.startsWith(`${start}-texts-`))
    .map((name) => `assets/${name}`);
const firstTexts = (page: "terminal" | "console") => textFiles(`${page}-first`);

const isScript = (name: string) => name.endsWith(".js");

const largest = (names: readonly string[]) => Math.max(...names.map((name) => sum([name])));
const sum = (names: readonly string[]) =>
  names.reduce((bytes, name) => bytes + gzipSync(readFileSync(join(BUILT, name))).length, 0);
