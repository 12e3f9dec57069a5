import { msg } from "../../../domain/message.ts";
import { may } from "../../app/may.ts";
import { t } from "../../app/words.ts";
import { Screen } from "../frame/screen.tsx";
import { useLive } from "../live/use-live.ts";
import { FirstSteps } from "../start/first-steps.tsx";
import { Attention } from "./attention.tsx";
import { BoxHealth, REPORT_EVERY_S } from "./box-health.tsx";
import { useConditions } from "./printer-state.ts";
import { Printers } from "./printers.tsx";
import type { BoxReport } from "./shapes.ts";
import { Stocktakes } from "./stocktakes.tsx";
import { Terminals } from "./terminals.tsx";
import "./overview.css";

/** `#/overview`: what needs somebody, then what goes on in the warehouse now. */
export function OverviewScreen() {
  const conditions = useConditions();
  const box = useLive<BoxReport>(may("server") ? "/api/box" : null, { everySeconds: REPORT_EVERY_S });
  return (
    <Screen title={t(TEXTS.title)}>
      {may("manage") && <Attention conditions={conditions} box={box} />}
      {may("administer") && <FirstSteps />}
      <div class="overview">
        <Stocktakes />
        <div class="cards">
          <Printers conditions={conditions} />
          {may("administer") && <Terminals />}
          {may("server") && <BoxHealth answer={box} />}
        </div>
      </div>
    </Screen>
  );
}

const TEXTS = { title: msg("Overview", "Přehled") };
