import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { UpgradeState } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { problemText } from "../forms/problem.ts";

type Previous = NonNullable<UpgradeState["previous"]>;

/** The server counts no further. */
const MAX_COUNTED = 10_000;

interface Props {
  readonly previous: Previous;
  readonly onChange: (state: UpgradeState) => void;
}

/** Going back to the previous version, with what that would lose. */
export function GoBack({ previous, onChange }: Props) {
  const { version, canReturn, keepsData } = previous;
  const { run, isBusy, problem } = useAction(problemText);
  const begin = async () => {
    const question = {
      title: t(msg("Go back to {version}?"), { version }),
      text: `${effectOf(previous)} ${t(msg("The server stops for a minute or a few while the version is tried on a copy."))}`,
      action: t(msg("Go back to {version}"), { version }),
      isDangerous: !keepsData,
    };
    if (await confirm(question))
      run(async () =>
        onChange(await requestAsUser(call("PUT /api/upgrade/return", { body: { version, keepsData } }))),
      );
  };
  return (
    <>
      <p>{effectOf(previous)}</p>
      {canReturn && (
        <Button kind={keepsData ? "secondary" : "danger-secondary"} disabled={isBusy} onClick={begin}>
          {t(msg("Go back to {version}"), { version })}
        </Button>
      )}
      <Problem text={problem} />
    </>
  );
}

function effectOf({ version, keepsData, earlierDataDT, lost }: Previous): string {
  if (keepsData)
    return t(msg("Version {version} can go on with the present data. Nothing is lost."), { version });
  if (earlierDataDT === null)
    return t(
      msg(
        "Version {version} can't use the present data, and those from before the upgrade are no longer there. Restore a backup of that time instead.",
      ),
      { version },
    );
  return t(
    msg(
      "Version {version} can't use the present data. It goes on with those of {at}, before the upgrade. Written since then and lost to it: {changes} changes, {counts} counts. They stay in a folder of the machine for 30 days. Users log in again, as after a restore.",
    ),
    {
      version,
      at: when(earlierDataDT),
      changes: counted(lost?.changes ?? 0),
      counts: counted(lost?.counts ?? 0),
    },
  );
}

function counted(count: number): string {
  return count >= MAX_COUNTED ? t(msg("more than {count}"), { count: number(MAX_COUNTED) }) : number(count);
}
