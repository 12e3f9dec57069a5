import { say } from "../../words.ts";
import { t } from "../app/words.ts";
import { useAnswer } from "./use-answer.ts";

export const PEOPLE_PATH = "/api/pda/users";

/** Somebody whom the box lets in. */
export interface Person {
  readonly id: number;
  readonly fullName: string;
}

/** Tells the name of a user; of one who is not active any more the number. */
export function usePeople(): (id: number) => string {
  const { body } = useAnswer<readonly Person[]>(PEOPLE_PATH);
  return (id) => body?.find((person) => person.id === id)?.fullName ?? t(NUMBERED, { id: String(id) });
}

const NUMBERED = say("User {id}", "Uživatel {id}");
