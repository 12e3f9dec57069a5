import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BackupTarget, BackupTargetTest } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { Failure } from "./failure.tsx";

/** Tests whether a target can be used, without a backup. */
export function ConnectionTest({ target }: { readonly target: BackupTarget }) {
  const [result, setResult] = useState<BackupTargetTest | null>(null);
  const { run, isBusy, problem } = useAction();
  const test = () =>
    run(async () => {
      setResult(null);
      setResult(await requestAsUser(call("POST /api/backup/targets/{id}/test", { id: target.oid })));
    });
  return (
    <div>
      <Button kind="plain" disabled={isBusy} onClick={test}>
        {t(isBusy ? msg("Testing…") : msg("Test the connection"))}
      </Button>
      <div role="status">
        {result !== null && result.error === null && (
          <Banner tone="success">{t(msg("The target responds, and its backups can be opened."))}</Banner>
        )}
        {result !== null && result.error !== null && (
          <Failure target={target} kind={result.error} detail={result.detail} />
        )}
      </div>
      <Problem text={problem} />
    </div>
  );
}
