import { msg } from "../../domain/message.ts";
import type { CatalogueName } from "../../records/catalogues.ts";
import { call, type Query } from "../api/call.ts";
import { listCatalogueItems } from "../api/catalogues.ts";
import type { CatalogueItem, TerminalUser } from "../api/types/endpoints.d.ts";
import { t } from "../i18n/translate.ts";
import type { QueryResult } from "./query-state.ts";
import { useQuery } from "./use-query.ts";

/** The records that a select offers: without the hidden ones, except the selected one. */
export function offered(records: readonly CatalogueItem[], value: number | null): readonly CatalogueItem[] {
  return records.filter(({ oid, isHidden }) => !isHidden || oid === value);
}

/** Loads a catalogue, in its order. */
export function useCatalogue(name: CatalogueName): QueryResult<readonly CatalogueItem[]> {
  return useQuery(listCatalogueItems(name));
}

/** The name of a record; null: not known here. */
export function nameIn(query: QueryResult<readonly CatalogueItem[]>, oid: number | null): string | null {
  return query.body?.find((item) => item.oid === oid)?.name ?? null;
}

/** Includes inactive users: articles and their history still refer to them. */
export const listAllUsers = () =>
  // The server's description says so of `all`.
  call("GET /api/pda/users", { all: true }) as Query<
    readonly (TerminalUser & { readonly isActive: boolean })[]
  >;

/** Returns a function that maps a user id to a name, or to the number of an unknown user. */
export function useUsers(): (id: number) => string {
  const { body } = useQuery(listAllUsers());
  return (id) =>
    body?.find((person) => person.id === id)?.fullName ?? t(msg("User {id}"), { id: String(id) });
}
