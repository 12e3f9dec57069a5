import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { say } from "../words.ts";
import { decoderOf } from "./encoding.ts";
import { isFailedFormula, withFormula } from "./formula.ts";
import { bytesOf, type ReadCell, type ReadRow, unreadable } from "./source.ts";

const SEPARATORS = [",", ";", "\t"] as const;
/** A first line that tells the separator, as Excel writes and hides it. */
const TOLD = /^"?sep=([,;\t])"?\r?\n/i;
const MOST_OF_A_ROW = 1024 * 1024;

/** The rows of a CSV file, blank ones included. Throws as `readTable`. */
export async function* csvRows(descriptor: number): AsyncGenerator<ReadRow, void> {
  const texts = textsOf(descriptor, await decoderOf(descriptor));
  const first = await texts.next();
  if (first.done) return;
  const told = TOLD.exec(first.value);
  const rest = told ? first.value.slice(told[0].length) : first.value;
  const parser = parse({
    delimiter: told?.[1] ?? separatorOf(rest),
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
function separatorOf(text: string): (typeof SEPARATORS)[number] {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "\n" || sign === "\r") {
      if ([...counts.values()].some((count) => count > 0)) break;
    } else if (counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return SEPARATORS.find((separator) => most > 0 && counts.get(separator) === most) ?? ",";
}
