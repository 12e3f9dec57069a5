import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { COLUMNS } from "./columns.ts";
import type { Field, Kind } from "./values.ts";

/** What somebody has chosen for columns of a file, by what stands above them; null: it is left out. */
export type Chosen = ReadonlyMap<string, Field | null>;

/** Reads the choice from JSON text such as `{"Where":"location","Colour":null}`; null: none was made. Throws Invalid. */
export function chosenOf(kind: Kind, text: string | null): Chosen {
  const chosen = new Map<string, Field | null>();
  for (const [header, wanted] of Object.entries(parsed(text))) {
    const column = COLUMNS[kind].find(({ field }) => field === wanted);
    if (column === undefined && wanted !== null) {
      const names = COLUMNS[kind].map(({ field }) => field).join(", ");
      throw Invalid.field(
        "columns",
        msg(`must name one of ${names}, or null`, `musí uvádět jedno z ${names}, nebo null`),
      );
    }
    chosen.set(header, column?.field ?? null);
  }
  return chosen;
}

function parsed(text: string | null): object {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // It is told below.
  }
  throw Invalid.field("columns", msg("must be a JSON object", "musí být objekt JSON"));
}
