import type { RootOperationNode } from "kysely";
import type { TableName } from "./schema.ts";

// The tables of a compiled query, from its syntax tree, so that versions can't miss one.

/** The table that an insert, update or delete writes. Null for a select. */
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

/** All tables of the query, including joins and subqueries. */
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
  // A column's table may be an alias. The tables themselves are in FROM, JOIN and similar nodes.
  if ("kind" in node && node.kind === "ReferenceNode") return;
  const name = tableNameOf(node);
  if (name !== null) found.add(name);
  for (const part of Object.values(node)) visit(part, found);
}

function tableNameOf(node: object): TableName | null {
  if (!("kind" in node) || node.kind !== "SchemableIdentifierNode" || !("identifier" in node)) return null;
  const identifier = node.identifier;
  if (typeof identifier !== "object" || identifier === null || !("name" in identifier)) return null;
  // All other names, which are no columns and no aliases, are tables of the schema.
  return identifier.name as TableName;
}
