import type { ArticleRecord } from "../../articles/article.ts";
import { packsBody } from "../../articles/body.ts";
import { storedPacks } from "../../articles/packs.ts";
import { msg } from "../../domain/message.ts";
import type { Pack } from "../../domain/packs.ts";
import { fold } from "../../domain/text-folding.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import { asText, type ParsedCell } from "./cells.ts";
import type { Column } from "./columns.ts";
import { packsIn, storedPackText } from "./pack-text.ts";
import type { FieldChange } from "./plan-result.ts";

function asPacks(cell: Cell): ParsedCell {
  const parsed = asText(cell);
  if ("error" in parsed) return parsed;
  const packs = packsIn(String(parsed.value));
  if (packs === null) return { error: msg("must be packs with their pieces, such as Box=12; Pallet=480") };
  if (new Set(packs.map(({ name }) => fold(name))).size < packs.length)
    return { error: msg("names a pack twice") };
  return { value: packs };
}

/** The column of the packs of articles. */
export const PACKS_COLUMN: Column = {
  field: "packs",
  width: 24,
  title: msg("Packs"),
  aliases: ["pack sizes", "packaging", "balení"],
  parse: asPacks,
  schema: packsBody(),
};

/** The change of the packs of an article by a row. `packs` undefined: the row has none, and the stored ones stay. */
export function packsChange(
  record: ArticleRecord | null,
  packs: readonly Pack[] | undefined,
): readonly FieldChange[] {
  if (packs === undefined) return [];
  const after = storedPacks(packs);
  if (after === (record?.packs ?? null)) return [];
  return [{ field: "packs", before: record && storedPackText(record.packs), after: storedPackText(after) }];
}
