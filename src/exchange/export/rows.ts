import { storedValues } from "../../articles/custom-values.ts";
import { catalogueStateName } from "../../catalogue/article-states.ts";
import { type CustomFieldRecord, listCustomFields } from "../../custom-fields/custom-field.ts";
import { type CustomFieldType, storedForm } from "../../domain/custom-fields.ts";
import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import type { Db } from "../../storage/database/statement.ts";
import { codeListText, storedPackText } from "../import/cell-texts.ts";
import type { Field } from "../import/table-fields.ts";
import { readPaths } from "./paths.ts";
import * as store from "./store.ts";

/** Selects everything. */
export const NO_FILTER: store.Filter = {
  categoryId: null,
  typeId: null,
  stateId: null,
  locationId: null,
  folded: null,
  changedAfter: null,
};

/** The table to export. */
export interface ExportSelection {
  readonly kind: TableKind;
  readonly tenantId: number;
  readonly filter: store.Filter;
  readonly language: Locale;
  /** Only these articles, in this order; joined by commas. */
  readonly ids?: string | undefined;
}

/** What only the list of articles shows. The import does not read it. */
export type ListedField = "pieces" | "currency" | "heldBy" | "isDisposal" | "createdDT" | "modifiedDT";

/** A row by field. */
type ExportRow = Readonly<Partial<Record<Field | ListedField, Cell>>>;

/** The rows of a tenant's table, read lazily. Importing them again changes nothing. */
export function rowsOf(db: Db, selection: ExportSelection): Generator<ExportRow, void> {
  return ROWS[selection.kind](db, selection);
}

/** Throws WrongState if the articles or the stock have more than `max` rows. */
export function assertRowCount(db: Db, { kind, tenantId, filter, ids }: ExportSelection, max: number): void {
  if (kind !== "articles" && kind !== "stock") return;
  const rows =
    ids === undefined
      ? (store.counts[kind].first(db, { ...filter, tenantId })?.rows ?? 0)
      : idsIn(ids).length;
  if (rows <= max) return;
  throw new WrongState(
    msg("A sheet holds {max} rows, and these are {rows}: take CSV, or filter them.", { max, rows }),
  );
}

const ROWS: Readonly<Record<TableKind, (db: Db, selection: ExportSelection) => Generator<ExportRow, void>>> =
  {
    *articles(db, { tenantId, filter, language, ids }) {
      const fields = listCustomFields(db, tenantId);
      const paths = readPaths(db, tenantId);
      const all = { ...filter, tenantId };
      for (const row of ids === undefined ? paged(store.articles, db, all) : listed(db, all, idsIn(ids))) {
        const location = row.locationId === null ? null : paths.of(row.locationId);
        // A quantity without its location is meaningless.
        yield {
          ...row,
          ...customCells(fields, row.customValues),
          additionalCodes: codesCell(row.additionalCodes),
          packs: storedPackText(row.packs),
          state: catalogueStateName(row.stateId, String(row.state), language),
          location,
          quantity: location === null ? null : row.quantity,
          ...("isDisposal" in row && { isDisposal: row.isDisposal === 1 }),
        };
      }
    },
    *stock(db, { tenantId, filter }) {
      const paths = readPaths(db, tenantId);
      for (const row of paged(store.stock, db, { ...filter, tenantId }))
        yield { ...row, location: paths.of(row.locationId) };
    },
    *"refill-rules"(db, { tenantId }) {
      const paths = readPaths(db, tenantId);
      for (const row of paged(store.refillRules, db, { tenantId })) {
        const location = row.locationId === null ? null : paths.of(row.locationId);
        // Without its location it would count everywhere.
        if (location !== null || row.locationId === null) yield { ...row, location };
      }
    },
    *locations(db, { tenantId, filter: { changedAfter } }) {
      const paths = readPaths(db, tenantId);
      for (const { oid, code, responsibleUser, change } of paths.inOrder())
        if (changedAfter === null || change > changedAfter)
          yield { location: paths.of(oid), code, responsibleUser };
    },
    *users(db, { tenantId }) {
      for (const { roles, isActive, ...row } of store.users.all(db, { tenantId })) {
        const all: unknown = JSON.parse(String(roles));
        yield { ...row, roles: Array.isArray(all) ? all.join(", ") : "", isActive: isActive === 1 };
      }
    },
  };

const idsIn = (ids: string) => JSON.parse(`[${ids}]`) as readonly number[];

/** The articles of ids in their order. */
function* listed(db: Db, filter: store.Filter & { readonly tenantId: number }, ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += store.PAGE) {
    const page = ids.slice(at, at + store.PAGE);
    const rows = store.listedArticles.all(db, { ...filter, ids: JSON.stringify(page) });
    const byId = new Map(rows.map((row) => [row.oid, row]));
    for (const id of page) {
      const row = byId.get(id);
      if (row !== undefined) yield row;
    }
  }
}

function codesCell(additionalCodes: string | null): Cell {
  const codes: unknown = additionalCodes === null ? null : JSON.parse(additionalCodes);
  return Array.isArray(codes) ? codeListText(codes.map(String)) : null;
}

/** The cells of the custom fields, by their columns. A number is a number, for spreadsheets; a value that the type does not permit is a text. */
function customCells(fields: readonly CustomFieldRecord[], customValues: string | null): ExportRow {
  if (customValues === null) return {};
  const values = storedValues(customValues);
  return Object.fromEntries(
    fields.flatMap(({ oid, type }): [Field, Cell][] => {
      const value = values[oid];
      return value === undefined ? [] : [[`field:${oid}`, customCell(type, value)]];
    }),
  );
}

function customCell(ofField: CustomFieldType, stored: string): Cell {
  const { type, value } = storedForm(ofField, stored);
  if (type === "yesNo") return value === "true";
  return type === "number" ? Number(value) : value;
}

function* paged<P extends { readonly after: number }, Row extends { readonly oid: number }>(
  query: { all(db: Db, parameters: P): Row[] },
  db: Db,
  filter: Omit<P, "after">,
): Generator<Row, void> {
  for (let after = 0; ; ) {
    // `P` is `filter` with `after`.
    const page = query.all(db, { ...filter, after } as P);
    yield* page;
    if (page.length < store.PAGE) return;
    after = page.at(-1)?.oid ?? after;
  }
}
