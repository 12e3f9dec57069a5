import { msg } from "../../../domain/message.ts";
import { getServerStatus } from "../../api/console/system.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Cards } from "../../ui/card.tsx";
import { Screen } from "../layout/screen.tsx";
import { FirstSteps } from "../onboarding/first-steps.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { Attention } from "./attention.tsx";
import { Printers, useConditions } from "./printers.tsx";
import { REPORT_EVERY_S, ServerHealth } from "./server-health.tsx";
import { Stocktakes } from "./stocktakes.tsx";
import { Terminals } from "./terminals.tsx";
import "./overview.css";

/** `#/overview`: what needs attention, then the state of stocktakes, printers, terminals and the server. */
export function OverviewScreen() {
  const conditions = useConditions();
  const box = useLiveQuery(may("server") ? getServerStatus() : null, { everySeconds: REPORT_EVERY_S });
  return (
    <Screen title={t(TEXTS.title)}>
      {may("manage") && <Attention conditions={conditions} box={box} />}
      {may("administer") && <FirstSteps />}
      <div class="overview">
        <Stocktakes />
        <Cards>
          <Printers conditions={conditions} />
          {may("administer") && <Terminals />}
          {may("server") && <ServerHealth query={box} />}
        </Cards>
      </div>
    </Screen>
  );
}

const TEXTS = { title: msg("Overview") };
