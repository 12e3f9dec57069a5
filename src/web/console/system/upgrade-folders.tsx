import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { FolderBundle, UpgradeState } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { problemText } from "../forms/problem.ts";

/** A little longer than the server waits for a folder. */
const TIMEOUT_MS = 130_000;

interface Props {
  readonly bundles: readonly FolderBundle[];
  readonly onChange: (state: UpgradeState) => void;
}

/** The bundles in the folders of backup targets, which can be copied instead of an upload. */
export function FolderBundles({ bundles, onChange }: Props) {
  const { run, isBusy, problem } = useAction(problemText);
  if (bundles.length === 0) return null;
  const fetchBundle = ({ targetId, name }: FolderBundle) =>
    run(async () =>
      onChange(
        await requestAsUser(call("PUT /api/upgrade/fetch", { body: { targetId, name } }), {
          timeoutMs: TIMEOUT_MS,
        }),
      ),
    );
  return (
    <section aria-labelledby="upgrade-folders">
      <h3 id="upgrade-folders">{t(msg("In the folders of your backups"))}</h3>
      {isBusy ? (
        <div role="status">
          <Progress label={t(msg("Copying and checking…"))} />
        </div>
      ) : (
        <ul class="upgrade-folders">
          {bundles.map((bundle) => (
            <li key={`${bundle.targetId}/${bundle.name}`}>
              <span>
                <b>{bundle.version}</b>{" "}
                <span class="muted">{[bundle.targetName, sizeText(bundle.bytes)].join(" · ")}</span>
              </span>
              <Button
                kind="secondary"
                aria-label={t(msg("Use version {version} from {target}"), {
                  version: bundle.version,
                  target: bundle.targetName,
                })}
                onClick={() => fetchBundle(bundle)}
              >
                {t(msg("Use"))}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Problem text={problem} />
    </section>
  );
}
