import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { say } from "../words.ts";
import { decoderOf, type Encoding } from "./encoding.ts";
import { isFailedFormula, withFormula } from "./formula.ts";
import { SEPARATOR_NAMES, SEPARATORS, type SeparatorName } from "./separators.ts";
import { bytesOf, type ReadCell, type ReadRow, unreadable } from "./source.ts";

/** A first line that tells the separator, as Excel writes and hides it. */
const TOLD = /^"?sep=([,;\t])"?\r?\n/i;
const MOST_OF_A_ROW = 1024 * 1024;

/** How the text of a CSV file is to be read; null: as is found by itself. */
export interface WantedText {
  readonly encoding: Encoding | null;
  readonly separator: SeparatorName | null;
}
/** How it was read. */
export interface ReadText {
  readonly encoding: string;
  readonly separator: SeparatorName;
}
export interface TextReading extends WantedText {
  /** Called before the first row. */
  tell(how: ReadText): void;
}

/** The rows of a CSV file, blank ones included. Throws as `readTable`. */
export async function* csvRows(descriptor: number, reading: TextReading): AsyncGenerator<ReadRow, void> {
  const decoder = await decoderOf(descriptor, reading.encoding);
  const texts = textsOf(descriptor, decoder);
  const first = await texts.next();
  if (first.done) return;
  const told = TOLD.exec(first.value);
  const rest = told ? first.value.slice(told[0].length) : first.value;
  const separator = reading.separator ?? nameOf(told?.[1]) ?? separatorOf(rest);
  reading.tell({ encoding: decoder.encoding, separator });
  const parser = parse({
    delimiter: SEPARATORS[separator],
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // An inch sign in the middle of a text is none of the quotes around one.
    relax_quotes: true,
    max_record_size: MOST_OF_A_ROW,
  });
  const whole = Readable.from(following(rest, texts));
  whole.on("error", (error) => parser.destroy(error));
  whole.pipe(parser);
  let number = 0;
  let columns: number | null = null;
  try {
    for await (const record of parser) {
      number++;
      const cells: unknown[] = Array.isArray(record) ? record : [];
      const isFilled = (cell: unknown) => cell !== "";
      const isTooLong = columns !== null && cells.slice(columns).some(isFilled);
      if (columns === null && cells.some(isFilled)) columns = cells.length;
      yield { number, cells: cells.map((cell) => contentOf(String(cell))), ...(isTooLong && { isTooLong }) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(
      say(
        `can't be read from row ${number + 1} on: a quotation mark is not closed, or the row is too long`,
        `nelze číst od řádku ${number + 1}: uvozovky nejsou uzavřeny nebo je řádek příliš dlouhý`,
      ),
    );
  } finally {
    whole.destroy();
  }
}

function contentOf(text: string): ReadCell {
  return isFailedFormula(text) ? { failed: text } : withFormula(text);
}

async function* textsOf(descriptor: number, decoder: TextDecoder): AsyncGenerator<string, void> {
  for await (const bytes of bytesOf(descriptor)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function* following(first: string, others: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first;
  yield* others;
}

/** The separator that stands most often outside of quotation marks in the first line; a comma where there is none. */
function separatorOf(text: string): SeparatorName {
  const counts = new Map<string, number>(SEPARATOR_NAMES.map((name) => [SEPARATORS[name], 0]));
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "\n" || sign === "\r") {
      if ([...counts.values()].some((count) => count > 0)) break;
    } else if (counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return SEPARATOR_NAMES.find((name) => most > 0 && counts.get(SEPARATORS[name]) === most) ?? "comma";
}

function nameOf(separator: string | undefined): SeparatorName | undefined {
  return SEPARATOR_NAMES.find((name) => SEPARATORS[name] === separator);
}
