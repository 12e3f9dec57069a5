import { type RawBuilder, sql } from "kysely";
import { MAX_LISTED } from "../domain/list-limits.ts";
import type { Principal } from "../domain/principal.ts";
import { assertPermission, may } from "../domain/roles.ts";
import { oneOf, queryId } from "../http/endpoint/fields.ts";
import { objectOrNull } from "../storage/database/json.ts";
import type { NamedRecord } from "./shapes.ts";

// Common parts of the request lists: newest first, 100 at a time, a User sees his own.

/** The filter of a list; null: no filter. `before`: only requests with a smaller oid. */
export interface RequestFilter {
  readonly tenantId: number;
  readonly state: string | null;
  readonly articleId: number | null;
  readonly userId: number | null;
  readonly before: number;
  readonly limit: number;
}

/** The query parameters of a list. */
export function listQuery<T extends string>(states: readonly T[]) {
  return {
    state: oneOf(states).optional(),
    articleId: queryId().optional(),
    userId: queryId().optional(),
    before: queryId().optional(),
  };
}

interface ListQuery {
  readonly state?: string | undefined;
  readonly articleId?: number | undefined;
  readonly userId?: number | undefined;
  readonly before?: number | undefined;
}

/**
 * The filter for a principal, and the fastest statement for it (`by`). `open`: the state of undecided requests. Throws Forbidden
 * if a User asks for requests of others.
 */
export function listFilter(query: ListQuery, principal: Principal, open: string) {
  const isManager = may(principal, "manage");
  const userId = query.userId ?? (isManager ? null : principal.userId);
  if (userId !== principal.userId) assertPermission(principal, "manage");
  const filter: RequestFilter = {
    tenantId: principal.tenantId,
    state: query.state ?? null,
    articleId: query.articleId ?? null,
    userId,
    before: query.before ?? Number.MAX_SAFE_INTEGER,
    limit: MAX_LISTED,
  };
  const by =
    filter.articleId !== null ? "article" : query.state === open ? "open" : userId !== null ? "user" : "all";
  return { filter, by } as const;
}

/** Throws Forbidden unless the request is the principal's own, or the principal may decide on requests. */
export function assertOwnOrManager(principal: Principal, userId: number): void {
  if (userId !== principal.userId) assertPermission(principal, "manage");
}

/** The properties of `user as …` as a person. */
export function person(alias: string) {
  return { id: sql.ref<number>(`${alias}.oid`), fullName: sql.ref<string>(`${alias}.fullName`) };
}

/** A catalogue record as `{ oid, name }`, or null. */
export function namedReference(alias: string): RawBuilder<NamedRecord | null> {
  const oid = sql.ref<number>(`${alias}.oid`);
  return objectOrNull<NamedRecord>(oid, { oid, name: sql.ref(`${alias}.name`) });
}

/** The newest change among the joined records. */
export function newestChange(...aliases: readonly string[]): RawBuilder<number> {
  const changes = aliases.map((alias) => sql`ifnull(${sql.ref(`${alias}.change`)}, 0)`);
  return sql<number>`max(${sql.join(changes)})`;
}
