import { nameOfState, State } from "../../../domain/inventory-states.ts";
import { t } from "../../i18n/translate.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { ICONS } from "../layout/icons.ts";

const LOOKS: Readonly<Record<State, { readonly tone: Tone; readonly icon: IconName }>> = {
  [State.Preparation]: { tone: "neutral", icon: ICONS.planned },
  [State.WaitingForStart]: { tone: "neutral", icon: ICONS.planned },
  [State.InProgress]: { tone: "success", icon: ICONS.play },
  [State.Paused]: { tone: "warning", icon: ICONS.pause },
  [State.Finished]: { tone: "info", icon: ICONS.flag },
  [State.Processing]: { tone: "info", icon: ICONS.flag },
  [State.Closed]: { tone: "muted", icon: "there" },
  [State.Cancelled]: { tone: "muted", icon: "cross" },
};

/** The name of the state of a stocktake, with the icon and the colour of its kind. */
export function StateBadge({ state }: { readonly state: number }) {
  return <Badge {...LOOKS[state as State]}>{t(nameOfState(state))}</Badge>;
}
