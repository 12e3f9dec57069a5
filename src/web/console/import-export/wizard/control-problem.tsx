import { Problem } from "../../../ui/use-action.tsx";
import type { Check } from "./use-check.ts";

/** Why the last change at one of these controls was refused. */
export function ControlProblem({
  check: { problem },
  at,
}: {
  readonly check: Check;
  readonly at: readonly string[];
}) {
  return <Problem text={problem !== null && at.indexOf(problem.at) !== -1 ? problem.text : null} />;
}
