import { nameOfState, State } from "../../../domain/inventory-states.ts";
import { t } from "../../i18n/translate.ts";

const KINDS: Readonly<Record<State, string>> = {
  [State.Preparation]: "is-planned",
  [State.WaitingForStart]: "is-planned",
  [State.InProgress]: "is-active",
  [State.Paused]: "is-paused",
  [State.Finished]: "is-review",
  [State.Processing]: "is-review",
  [State.Closed]: "is-over",
  [State.Cancelled]: "is-over",
};

/** The name of the state of a stocktake, in a colour of its kind. */
export function StateBadge({ state }: { readonly state: number }) {
  return <span class={`state-badge ${KINDS[state as State] ?? ""}`}>{t(nameOfState(state))}</span>;
}
