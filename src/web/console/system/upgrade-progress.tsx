import { type Message, msg } from "../../../domain/message.ts";
import { connection } from "../../api/connection.ts";
import type { UpgradeState } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Progress } from "../../ui/progress.tsx";

type UpgradeProgressState = NonNullable<UpgradeState["progress"]>;

/** The steps in their order, with what each does. Going back has no bundle to check. */
const STEPS: readonly (readonly [step: string, label: Message])[] = [
  ["requested", msg("Waiting for the machine")],
  ["checking", msg("Checking the signature")],
  ["unpacking", msg("Unpacking the new version")],
  ["copying", msg("Copying the data")],
  ["trying", msg("Trying the version on the copy")],
  ["switching", msg("Switching to the version")],
];
const RETURN_STEPS = STEPS.filter(([step]) => step !== "checking" && step !== "unpacking");

interface Props {
  readonly progress: UpgradeProgressState;
  readonly installed: string;
}

/** The steps of a running request. The server itself stops in the middle: the page says so, and comes back by itself. */
export function UpgradeProgress({ progress, installed }: Props) {
  const { action, version, step, startedDT } = progress;
  const steps = action === "return" ? RETURN_STEPS : STEPS;
  const present = steps.findIndex(([name]) => name === step);
  const isAway = connection.value === "away";
  const title = t(action === "return" ? msg("Going back to {version}") : msg("Upgrading to {version}"), {
    version: version ?? "…",
  });
  return (
    <Card id="upgrade-progress" title={title}>
      <div role="status">
        <Progress
          label={present === -1 ? t(msg("Working")) : t(steps[present]?.[1] ?? msg("Working"))}
          value={present === -1 ? undefined : present}
          max={steps.length}
        />
        {isAway && (
          <p>
            {t(
              msg(
                "The server does not respond while the version is tried. This page continues by itself. Terminals keep their counts and send them afterwards.",
              ),
            )}
          </p>
        )}
      </div>
      <ol class="upgrade-steps">
        {steps.map(([name, label], index) => (
          <li
            key={name}
            aria-current={index === present ? "step" : undefined}
            class={index > present ? "muted" : ""}
          >
            {index < present ? <Icon name="there" size={18} /> : <span />}
            <span>{t(label)}</span>
          </li>
        ))}
      </ol>
      <p class="muted">
        {t(
          msg(
            "Begun {at}. If something is wrong, version {installed} runs again with its data. You can leave this page.",
          ),
          { installed, at: when(startedDT) },
        )}
      </p>
    </Card>
  );
}
