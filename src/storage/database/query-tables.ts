import type { RootOperationNode } from "kysely";
import type { TableName } from "./schema.ts";

// What a compiled query touches, read from its syntax tree: so that versions can't forget a table.

/** The table that an insert, update or delete writes; null for a select. */
export function writtenTable(query: RootOperationNode): TableName | null {
  switch (query.kind) {
    case "InsertQueryNode":
      return firstTable(query.into);
    case "UpdateQueryNode":
      return firstTable(query.table);
    case "DeleteQueryNode":
      return firstTable(query.from);
    default:
      return null;
  }
}

/** Every table that the query names, its joins and subqueries included. */
export function readTables(query: RootOperationNode): TableName[] {
  const found = new Set<TableName>();
  visit(query, found);
  return [...found];
}

function firstTable(node: unknown): TableName | null {
  const found = new Set<TableName>();
  visit(node, found);
  const [first] = found;
  return first ?? null;
}

function visit(node: unknown, found: Set<TableName>): void {
  if (Array.isArray(node)) {
    for (const part of node) visit(part, found);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  // A column's table may be an alias; the tables themselves stand in FROM, JOIN and the like.
  if ("kind" in node && node.kind === "ReferenceNode") return;
  const name = tableNameOf(node);
  if (name !== null) found.add(name);
  for (const part of Object.values(node)) visit(part, found);
}

function tableNameOf(node: object): TableName | null {
  if (!("kind" in node) || node.kind !== "SchemableIdentifierNode" || !("identifier" in node)) return null;
  const identifier = node.identifier;
  if (typeof identifier !== "object" || identifier === null || !("name" in identifier)) return null;
  // What is left, no column and no alias, is a table of the schema.
  return identifier.name as TableName;
}
