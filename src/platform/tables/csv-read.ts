import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { msg } from "../../domain/message.ts";
import {
  isFailedFormula,
  SEPARATOR_NAMES,
  SEPARATORS,
  type SeparatorName,
  unescapeFormula,
} from "./csv-write.ts";
import { bytesOf, type ReadCell, type ReadRow, unreadableFile } from "./source.ts";

/** A first line that declares the separator. Excel writes and hides it. */
const SEP_LINE = /^"?sep=([,;\t])"?\r?\n/i;
/** Fits a photo of 20 MiB in base64. */
const MAX_ROW_BYTES = 32 * 1024 * 1024;

/** Requested encoding and separator of a CSV file; null: detect. */
interface TextRequest {
  readonly encoding: Encoding | null;
  readonly separator: SeparatorName | null;
}
/** Encoding and separator that were used. */
export interface ReadText {
  readonly encoding: string;
  readonly separator: SeparatorName;
}
/** A request to read a CSV file. */
export interface TextReading extends TextRequest {
  /** Called with the used encoding and separator before the first row. */
  onDetected(text: ReadText): void;
}

/** The rows of a CSV file, including blank ones. Throws as `openTable`. */
export async function* csvRows(descriptor: number, reading: TextReading): AsyncGenerator<ReadRow, void> {
  const decoder = await decoderOf(descriptor, reading.encoding);
  const texts = textsOf(descriptor, decoder);
  const first = await texts.next();
  if (first.done) return;
  const declared = SEP_LINE.exec(first.value);
  const rest = declared ? first.value.slice(declared[0].length) : first.value;
  const separator = reading.separator ?? nameOf(declared?.[1]) ?? separatorOf(rest);
  reading.onDetected({ encoding: decoder.encoding, separator });
  const parser = parse({
    delimiter: SEPARATORS[separator],
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // A quotation mark inside a text, such as an inch sign, does not begin a quoted text.
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
  });
  const source = Readable.from(prepend(rest, texts));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let number = 0;
  try {
    for await (const record of parser) {
      number++;
      const cells: unknown[] = Array.isArray(record) ? record : [];
      yield { number, cells: cells.map((cell) => contentOf(String(cell))) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadableFile(
      msg(
        "The file can't be read from row {row} on: a quotation mark is not closed, or the row is too long.",
        { row: number + 1 },
      ),
    );
  } finally {
    source.destroy();
  }
}

/** A formula of a text alone, by which programs keep leading zeros. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

function contentOf(text: string): ReadCell {
  const quoted = TEXT_FORMULA.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return isFailedFormula(text) ? { failed: text } : unescapeFormula(text);
}

async function* textsOf(descriptor: number, decoder: TextDecoder): AsyncGenerator<string, void> {
  for await (const bytes of bytesOf(descriptor)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function* prepend(first: string, others: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first;
  yield* others;
}

/** Lines that are read to detect the separator. */
const MAX_SAMPLE_LINES = 50;

/**
 * Detects the separator: the one with the same count outside quotation marks in most of the first lines. This ignores titles
 * above the table and decimal commas. A comma if there is none.
 */
function separatorOf(text: string): SeparatorName {
  const lines: Map<string, number>[] = [];
  let line = new Map<string, number>();
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "\n" || sign === "\r") {
      lines.push(line);
      line = new Map();
      if (lines.length === MAX_SAMPLE_LINES) break;
    } else if (nameOf(sign) !== undefined) line.set(sign, (line.get(sign) ?? 0) + 1);
  }
  lines.push(line);
  const found = SEPARATOR_NAMES.map((name) => ({
    name,
    ...mostCommon(lines.map((counts) => counts.get(SEPARATORS[name]) ?? 0)),
  }));
  found.sort((a, b) => b.lines - a.lines || b.count - a.count);
  return found[0] !== undefined && found[0].lines > 0 ? found[0].name : "comma";
}

/** The most common count above 0 and its number of lines. The higher count wins a tie. */
function mostCommon(counts: readonly number[]): { count: number; lines: number } {
  const linesOf = new Map<number, number>();
  for (const count of counts) if (count > 0) linesOf.set(count, (linesOf.get(count) ?? 0) + 1);
  let best = { count: 0, lines: 0 };
  for (const [count, lines] of linesOf)
    if (lines > best.lines || (lines === best.lines && count > best.count)) best = { count, lines };
  return best;
}

function nameOf(separator: string | undefined): SeparatorName | undefined {
  return SEPARATOR_NAMES.find((name) => SEPARATORS[name] === separator);
}

/** Encodings of text without a byte order mark. */
export const ENCODINGS = ["utf-8", "windows-1250", "windows-1252"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** The characters that the same bytes mean in Windows-1250, where Windows-1252 has others; `western`: these, such as ø for ř. */
const OF_1250 = charactersOf1250();
const setOf = (characters: readonly { readonly central: string }[]) =>
  `[${characters.map(({ central }) => central).join("")}]`;
const LETTERS_OF_1250 = setOf(OF_1250.filter(({ central }) => /\p{L}/u.test(central)));
/** Windows-1252 has letters there that are no signs, as è for č: alone, as in "č. 5", they are likelier Czech. ø is the sign of a diameter. */
const NO_SIGNS = setOf(
  OF_1250.filter(({ western }) => /[\p{Lu}\p{Ll}]/u.test(western) && !/ø/iu.test(western)),
);
/** Beside another letter a letter of Windows-1250 is part of a word. Alone, as in "Ř 12 mm", it is a sign of Windows-1252. */
const WORD_OF_1250 = new RegExp(`\\p{L}${LETTERS_OF_1250}|${LETTERS_OF_1250}\\p{L}|${NO_SIGNS}`, "u");
const ANY_OF_1250 = new RegExp(setOf(OF_1250), "u");

function charactersOf1250(): { readonly central: string; readonly western: string }[] {
  const bytes = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);
  const others = new TextDecoder("windows-1252").decode(bytes);
  return Array.from(new TextDecoder("windows-1250").decode(bytes), (central, index) => ({
    central,
    western: others[index] ?? "",
  })).filter(({ central, western }) => central !== western);
}

/**
 * Chooses the decoder of a file: UTF-16 with a byte order mark, else the requested encoding. Null: UTF-8 if the whole file is
 * well-formed UTF-8, else Windows-1252 if signs and no words would differ in Windows-1250, else that. Throws Invalid if the file
 * is not text.
 */
async function decoderOf(descriptor: number, requested: Encoding | null): Promise<TextDecoder> {
  const strict = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  let isUtf8 = true;
  let hasSigns = false;
  let hasWords = false;
  const of1250 = new TextDecoder("windows-1250");
  for await (const bytes of bytesOf(descriptor)) {
    const marked = isFirst ? utf16Of(bytes) : null;
    if (marked !== null) return new TextDecoder(marked);
    isFirst = false;
    if (bytes.includes(0)) throw noText();
    if (isUtf8) {
      try {
        strict.decode(bytes, { stream: true });
        continue;
      } catch {
        isUtf8 = false;
      }
    }
    if (requested !== null || hasWords) continue;
    const text = of1250.decode(bytes);
    hasSigns ||= ANY_OF_1250.test(text);
    hasWords = WORD_OF_1250.test(text);
  }
  if (isUtf8) {
    try {
      strict.decode();
    } catch {
      isUtf8 = false;
    }
  }
  const single = hasSigns && !hasWords ? "windows-1252" : "windows-1250";
  return new TextDecoder(requested ?? (isUtf8 ? "utf-8" : single));
}

function utf16Of(bytes: Buffer): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

function noText() {
  return unreadableFile(msg("The file is not a CSV or XLSX table."));
}
