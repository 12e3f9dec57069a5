import { ApiError } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { problemText } from "../forms/problem.ts";
import type { Grant, Kind } from "./kind.ts";

/** What is decided: granted, as the body says; or rejected for a reason. */
export type Decision =
  | { readonly is: "grant"; readonly body?: Grant }
  | { readonly is: "reject"; readonly reason: string };

/** Decides on a request; gives what the server answers. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export function decide<T, Granted>(
  { grant, reject }: Pick<Kind<T, Granted>, "grant" | "reject">,
  oid: number,
  decision: Decision,
): Promise<Granted | T> {
  return decision.is === "grant"
    ? requestAsUser(grant(oid, decision.body ?? {}))
    : requestAsUser(reject(oid, decision.reason));
}

/** Why it was not done, with what is wrong of each field. */
export function whyNot(error: unknown): string {
  const faults = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
  const sentence = problemText(error);
  return [sentence, ...faults.filter((fault) => !sentence.includes(fault))].join(" – ");
}
