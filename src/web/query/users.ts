import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { useAnswer } from "./use-query.ts";

/** Also inactive people: articles and their history still refer to them. */
export const PEOPLE_PATH = "/api/pda/users?all=true";

/** A user of the tenant. */
export interface Person {
  readonly id: number;
  readonly fullName: string;
  readonly isActive: boolean;
}

/** Gives the name of a user; of an unknown one the number. */
export function usePeople(): (id: number) => string {
  const { body } = useAnswer<readonly Person[]>(PEOPLE_PATH);
  return (id) => body?.find((person) => person.id === id)?.fullName ?? t(NUMBERED, { id: String(id) });
}

const NUMBERED = msg("User {id}", "Uživatel {id}");
