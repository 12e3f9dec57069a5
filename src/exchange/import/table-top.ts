import { type Message, msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import { findLevelSeparator, type LevelSeparator, parseLevels } from "./cell-texts.ts";
import { asPath, cellText, parseText, withLevels } from "./cells.ts";
import type { CheckData } from "./check-program.ts";
import { findHeaderRow, type Header, readHeader } from "./header.ts";
import { findProduct, findProductRow, type ProductHeader, readProductHeader } from "./product-rows.ts";
import type { ProductFile, ProductId } from "./products/product-file.ts";
import type { Column, Field, Values } from "./table-fields.ts";

/** The header of a table, as an own list or as a file of another product. */
interface TableTop {
  readonly headerRow: ReadRow | null;
  readonly header: Header;
  /** How the rows of a product's file are read; null: as those of an own list. */
  readonly product: ProductHeader | null;
  readonly productId: ProductId | null;
  /** The separator of the levels of its locations; null: it has none, or is a product's. */
  readonly levels: LevelSeparator | null;
  /** The values of new records whose rows have none. */
  readonly defaults: Values;
}

/**
 * Finds the header row among the first rows of a table, recognises other products' files, and matches the columns.
 * `rootNames`: the names of the locations at the top, by `nameKey`.
 */
export function readTop(
  columns: readonly Column[],
  top: readonly ReadRow[],
  { kind, options, chosen, defaults }: Pick<CheckData, "kind" | "options" | "chosen" | "defaults">,
  rootNames: () => ReadonlySet<string>,
): TableTop {
  const { product: choice, headerRow: requested = null } = options;
  const recognised = requested === null && choice !== "none" ? findProductRow(top) : null;
  const headerRow = recognised ?? findHeaderRow(columns, top, requested, chosen.byHeader);
  const file = findProduct(headerRow, choice);
  const productId = file?.id ?? null;
  if (file === null || headerRow === null || file.kind !== kind) {
    const header = readHeader(columns, headerRow, chosen);
    const errors = file === null ? header.errors : [{ column: null, message: OTHER_KIND[file.kind] }];
    const levels = options.levels ?? levelsIn(header, top, rootNames);
    return {
      headerRow,
      header: { ...header, errors, columns: withLevels(header.columns, levels) },
      product: null,
      productId,
      defaults,
      levels: hasPath(header) ? levels : null,
    };
  }
  const product = readProductHeader(file, columns, headerRow, chosen.byIndex);
  return {
    headerRow,
    header: product.header,
    product,
    productId,
    levels: null,
    defaults: { ...defaultsOf(file, columns), ...defaults },
  };
}

const hasPath = ({ columns }: Header) => columns.some(({ parse }) => parse === asPath);

/** The separator of levels in the locations of the first rows. */
function levelsIn(
  { row, columns }: Header,
  top: readonly ReadRow[],
  rootNames: () => ReadonlySet<string>,
): LevelSeparator {
  const below = top.filter(({ number }) => number > (row ?? 0));
  const paths = columns.filter(({ parse }) => parse === asPath);
  const texts = paths.flatMap(({ index }) => below.map(({ cells }) => cellText(cells[index])));
  const found = findLevelSeparator(texts);
  if (found === "slash") return found;
  // An exported name may look like levels.
  const roots = rootNames();
  const isName = (text: string) => parseLevels(text, found).length > 1 && roots.has(nameKey(text));
  return texts.some(isName) ? "slash" : found;
}

const OTHER_KIND: Readonly<Record<ProductFile["kind"], Message>> = {
  articles: msg("The file has articles of another product. Upload it with the data type Articles."),
  stock: msg("The file has stock of another product. Upload it with the data type Stock by location."),
};

function defaultsOf({ defaults }: ProductFile, columns: readonly Column[]): Values {
  const values: Partial<Record<Field, unknown>> = {};
  for (const field of ["category", "type"] as const) {
    const { [field]: text } = defaults;
    const parsed = text === undefined ? null : parseText(columns, field, text);
    if (parsed !== null && "value" in parsed) values[field] = parsed.value;
  }
  // Each value is the output of its field's schema.
  return values as Values;
}
