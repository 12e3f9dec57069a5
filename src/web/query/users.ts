import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { useQuery } from "./use-query.ts";

/** Includes inactive users: articles and their history still refer to them. */
export const USERS_PATH = "/api/pda/users?all=true";

/** A user of the tenant. */
export interface Person {
  readonly id: number;
  readonly fullName: string;
  readonly isActive: boolean;
}

/** Returns a function that maps a user id to a name, or to the number of an unknown user. */
export function useUsers(): (id: number) => string {
  const { body } = useQuery<readonly Person[]>(USERS_PATH);
  return (id) => body?.find((person) => person.id === id)?.fullName ?? t(NUMBERED, { id: String(id) });
}

const NUMBERED = msg("User {id}");
