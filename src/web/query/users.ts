import { msg } from "../../domain/message.ts";
import type { Query } from "../api/call.ts";
import { listTerminalUsers } from "../api/login.ts";
import type { TerminalUser } from "../api/types/endpoints.d.ts";
import { t } from "../i18n/translate.ts";
import { useQuery } from "./use-query.ts";

/** Includes inactive users: articles and their history still refer to them. */
export const listAllUsers = () =>
  // The server's description says so of `all`.
  listTerminalUsers({ all: true }) as Query<readonly (TerminalUser & { readonly isActive: boolean })[]>;

/** Returns a function that maps a user id to a name, or to the number of an unknown user. */
export function useUsers(): (id: number) => string {
  const { body } = useQuery(listAllUsers());
  return (id) => body?.find((person) => person.id === id)?.fullName ?? t(NUMBERED, { id: String(id) });
}

const NUMBERED = msg("User {id}");
