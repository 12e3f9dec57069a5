import { say } from "../../../words.ts";
import { may } from "../../app/may.ts";
import { t } from "../../app/words.ts";
import { Screen } from "../frame/screen.tsx";
import { FirstSteps } from "../start/first-steps.tsx";
import { Approvals } from "./approvals.tsx";
import { BoxHealth } from "./box-health.tsx";
import { Printers } from "./printers.tsx";
import { Stocktakes } from "./stocktakes.tsx";
import { Terminals } from "./terminals.tsx";
import "./overview.css";

/** `#/overview`: what goes on in the warehouse now, and what waits for somebody. */
export function OverviewScreen() {
  return (
    <Screen title={t(TEXTS.title)}>
      {may("administer") && <FirstSteps />}
      {may("manage") && <Approvals />}
      <Stocktakes />
      <div class="cards">
        <Printers />
        {may("administer") && <Terminals />}
        {may("box") && <BoxHealth />}
      </div>
    </Screen>
  );
}

const TEXTS = { title: say("Overview", "Přehled") };
