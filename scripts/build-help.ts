import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import bwip from "bwip-js";
import { transformWithOxc } from "vite";
import {
  BARCODE_SHEET,
  BARCODE_SHEET_TEXTS,
  SAMPLE_BARCODES,
  type SampleBarcode,
} from "../src/help/barcode-sheet.ts";
import { type BuiltPage, MANUAL } from "../src/help/manual.ts";
import { LOCALE_CODES, type Locale } from "../src/i18n/locales.ts";
import { textIn } from "../src/i18n/text.ts";
import { anchorsIn, renderPage } from "./manual-renderer.ts";

// Builds the manual (docs/use with its translations, docs/operate) into dist/help/: one file for each language, and the pictures.

const root = join(import.meta.dirname, "..");
const target = join(root, "dist/help");
const staging = `${target}.${process.pid}`;
const pictures = new Map<string, string>();

const pages = MANUAL.flatMap(({ folder, pages: names }) => names.map((name) => ({ folder, name })));
const known = new Set(pages.map(({ folder, name }) => `docs/${folder}/${name}.md`));

/** Remembers a picture. Two of the same name would be one. */
function keepPicture(path: string): void {
  const name = basename(path);
  if ((pictures.get(name) ?? path) !== path) throw new Error(`two pictures of the manual are named ${name}`);
  pictures.set(name, path);
}

function pageIn(locale: Locale, folder: string, name: string): BuiltPage {
  const path = `docs/${folder}/${name}.md`;
  const translated = join(root, `docs/translations/${locale}/${folder}/${name}.md`);
  const isTranslated = locale === "en" || existsSync(translated);
  const english = readFileSync(join(root, path), "utf8");
  const rendered = renderPage(isTranslated && locale !== "en" ? readFileSync(translated, "utf8") : english, {
    path,
    addressOf: (to) => (known.has(to) ? `/help/${locale}/${to.slice("docs/".length, -".md".length)}` : null),
    onPicture: keepPicture,
    anchors: anchorsIn(english),
  });
  return { folder, name, isTranslated, ...rendered };
}

/** The sheet with a barcode of each kind. Its text and its pictures are in the page, so that it prints as one. */
function barcodeSheet(locale: Locale): BuiltPage {
  const title = textIn(BARCODE_SHEET_TEXTS.title, locale);
  const intro = textIn(BARCODE_SHEET_TEXTS.intro, locale);
  const figures = SAMPLE_BARCODES.map(figureOf).join("\n");
  const html = `<h1 id="barcodes">${title}</h1>\n<p>${intro}</p>\n<div class="barcodes">\n${figures}\n</div>\n`;
  const names = SAMPLE_BARCODES.map(({ name }) => name).join(", ");
  const sections = [{ anchor: "barcodes", heading: title, text: `${intro} ${names}` }];
  return { folder: "use", name: BARCODE_SHEET, title, isTranslated: true, html, sections };
}

function figureOf({ name, encoder, text, read = text }: SampleBarcode): string {
  const picture = bwip.toSVG({ bcid: encoder, text, scale: 3, paddingwidth: 10, paddingheight: 10 });
  const image = picture.replace("<svg ", `<svg role="img" aria-label="${name}: ${read}" `);
  return `<figure>${image}<figcaption><b>${name}</b><br><code>${read}</code></figcaption></figure>`;
}

try {
  mkdirSync(join(staging, "files"), { recursive: true });
  for (const locale of LOCALE_CODES) {
    const all = pages.map(({ folder, name }) => pageIn(locale, folder, name));
    all.splice(all.findLastIndex(({ folder }) => folder === "use") + 1, 0, barcodeSheet(locale));
    writeFileSync(join(staging, `${locale}.json`), JSON.stringify(all));
  }
  for (const [name, path] of pictures) copyFileSync(join(root, path), join(staging, "files", name));
  copyFileSync(join(root, "src/help/help.css"), join(staging, "files/help.css"));
  const script = join(root, "src/web/manual/search.ts");
  const { code } = await transformWithOxc(readFileSync(script, "utf8"), script, { target: "es2019" });
  writeFileSync(join(staging, "files/search.js"), code);
  writeFileSync(join(staging, ".built"), "");
  rmSync(target, { recursive: true, force: true });
  renameSync(staging, target);
} finally {
  rmSync(staging, { recursive: true, force: true });
}
