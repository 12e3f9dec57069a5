import { ApiError } from "../../api/ask.ts";
import { askAsUser } from "../../api/tokens.ts";
import { problemText } from "../forms/problem.ts";
import type { Kind } from "./kind.ts";

/** What is decided: granted, as the body says; or rejected for a reason. */
export type Decision =
  | { readonly is: "grant"; readonly body?: Readonly<Record<string, unknown>> }
  | { readonly is: "reject"; readonly reason: string };

/** Decides on a request; gives what the server answers. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export function decide<T, Answer>(
  { path, grant }: Pick<Kind<T>, "path" | "grant">,
  oid: number,
  decision: Decision,
): Promise<Answer> {
  const [deed, body] =
    decision.is === "grant" ? [grant, decision.body ?? {}] : ["reject", { reason: decision.reason }];
  return askAsUser<Answer>(`${path}/${oid}/${deed}`, { method: "PUT", body });
}

/** Why it was not done, with what is wrong of each field. */
export function whyNot(error: unknown): string {
  const faults = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
  const sentence = problemText(error);
  return [sentence, ...faults.filter((fault) => !sentence.includes(fault))].join(" – ");
}
