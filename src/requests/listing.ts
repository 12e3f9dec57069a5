import { type RawBuilder, sql } from "kysely";
import type { Principal } from "../domain/principal.ts";
import { demand, may } from "../domain/roles.ts";
import { oneOf, queryId } from "../http/endpoint/fields.ts";
import { objectOrNull } from "../storage/database/json.ts";
import type { Named } from "./shapes.ts";

// What the lists of requests have in common: newest first, a hundred at a time, a User sees his own.

/** Requests of one answer. */
export const MAX_LISTED = 100;

/** What a list of requests asks for; null is no filter. `before` is the oid to go on from. */
export interface RequestFilter {
  readonly tenantId: number;
  readonly state: string | null;
  readonly articleId: number | null;
  readonly userId: number | null;
  readonly before: number;
  readonly most: number;
}

/** The query of such a list. */
export function listQuery<T extends string>(states: readonly T[]) {
  return {
    state: oneOf(states).optional(),
    articleId: queryId().optional(),
    userId: queryId().optional(),
    before: queryId().optional(),
  };
}

interface Asked {
  readonly state?: string | undefined;
  readonly articleId?: number | undefined;
  readonly userId?: number | undefined;
  readonly before?: number | undefined;
}

/**
 * What the caller gets of what is asked, and by which filter it is found quickest; `open` is the state of those that
 * nobody has decided. Throws Forbidden where a User asks for another's.
 */
export function listFilter(asked: Asked, principal: Principal, open: string) {
  const isManager = may(principal, "manage");
  const userId = asked.userId ?? (isManager ? null : principal.userId);
  if (userId !== principal.userId) demand(principal, "manage");
  const wanted: RequestFilter = {
    tenantId: principal.tenantId,
    state: asked.state ?? null,
    articleId: asked.articleId ?? null,
    userId,
    before: asked.before ?? Number.MAX_SAFE_INTEGER,
    most: MAX_LISTED,
  };
  const by =
    wanted.articleId !== null ? "article" : asked.state === open ? "open" : userId !== null ? "user" : "all";
  return { wanted, by } as const;
}

/** Throws Forbidden unless it is the caller's own, or the caller decides on such. */
export function assertOwnOrManager(principal: Principal, userId: number): void {
  if (userId !== principal.userId) demand(principal, "manage");
}

/** `user as …` as a person. */
export function person(alias: string) {
  return { id: sql.ref<number>(`${alias}.oid`), fullName: sql.ref<string>(`${alias}.fullName`) };
}

/** A catalogue's record as `{ oid, name }`, null where there is none. */
export function namedReference(alias: string): RawBuilder<Named | null> {
  const oid = sql.ref<number>(`${alias}.oid`);
  return objectOrNull<Named>(oid, { oid, name: sql.ref(`${alias}.name`) });
}

/** The newest change among all that a request shows. */
export function newestChange(...aliases: readonly string[]): RawBuilder<number> {
  const changes = aliases.map((alias) => sql`ifnull(${sql.ref(`${alias}.change`)}, 0)`);
  return sql<number>`max(${sql.join(changes)})`;
}
