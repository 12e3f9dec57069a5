import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../../api/tokens.ts";
import type { RestorePlan } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { withRecentPassword } from "../forms/recent-password.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { FolderFields, fileSource, readFolder, readPassphrase } from "./folder-fields.tsx";
import { PlanView } from "./plan-view.tsx";
import { SnapshotChoice } from "./snapshot-choice.tsx";
import { adminUpload, UploadFields, useUpload } from "./upload-fields.tsx";
import { type RestoreCalls, usePlan } from "./use-plan.ts";

const CALLS: RestoreCalls = {
  current: () => requestAsUser(call("GET /api/backup/restores/current")),
  cancel: () => requestAsUser(call("DELETE /api/backup/restores/current")),
  confirm: (id, withoutMissingPhotos, password) =>
    requestAsUser(
      call("PUT /api/backup/restores/current/confirm", { body: { id, password, withoutMissingPhotos } }),
    ),
  again: ({ kind, path }, passphrase) =>
    requestAsUser(
      call("POST /api/backup/restores", { body: { source: fileSource(kind, path), passphrase } }),
    ),
  async isRestored() {
    try {
      await requestAsUser(call("GET /api/backup/restores/current"));
      return false;
    } catch (error) {
      // The restored data know neither the login nor the restore.
      if (error instanceof NotLoggedIn || (error instanceof ApiError && error.status === 404)) return true;
      throw error;
    }
  },
};

/** `#/system/backup/restore`: chooses a backup, shows what it holds and what would be lost, and restores it. */
export function RestoreScreen() {
  const { plan, setPlan } = usePlan(CALLS, () => go("/login", { replace: true }));
  return (
    <Screen title={t(msg("Restore a backup"))} above={<a href="#/system/backup">{t(msg("Backup"))}</a>}>
      {plan === null ? (
        <ChooseBackup onBegun={setPlan} />
      ) : (
        <PlanView plan={plan} calls={CALLS} needsPassword onPlan={setPlan} />
      )}
    </Screen>
  );
}

/** The values of the choice for a copied folder or a file on the server, and for a file of this computer. */
const FOLDER = "folder";
const UPLOAD = "upload";

function ChooseBackup({ onBegun }: { readonly onBegun: (plan: RestorePlan | null) => void }) {
  const targets = useLiveQuery(call("GET /api/backup/targets"));
  const [chosen, setChosen] = useState<string | null>(null);
  const [snapshot, setSnapshot] = useState("");
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const place = chosen ?? String(targets.body?.[0]?.oid ?? FOLDER);
  const targetOid = place === FOLDER || place === UPLOAD ? null : Number(place);
  const copies = useLiveQuery(place === FOLDER ? call("GET /api/backup/restores/copies") : null);
  const upload = useUpload();
  const snapshots = useLiveQuery(
    targetOid === null ? null : call("GET /api/backup/targets/{id}/snapshots", { id: targetOid }),
  );
  const id = snapshot || (snapshots.body?.[0]?.id ?? "");
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const passphrase = readPassphrase(form);
    const body =
      place === UPLOAD
        ? { source: { kind: "upload" as const }, passphrase }
        : targetOid === null
          ? readFolder(form)
          : { source: { kind: "snapshot" as const, targetOid, snapshot: id } };
    return run({
      send: async () => {
        // Not sent again where only the next request asks for the password.
        if (place === UPLOAD)
          await withRecentPassword(() => upload.send(adminUpload((request) => requestAsUser(request))));
        return withRecentPassword(() => requestAsUser(call("POST /api/backup/restores", { body })));
      },
      onDone: onBegun,
    });
  };
  const isMissing = place === UPLOAD ? upload.file === null : targetOid !== null && id === "";
  return (
    <QueryBoundary query={targets}>
      {(all) => (
        <form onSubmit={onSubmit} noValidate class="restore-form">
          <p>{t(msg("First the backup is read and checked. Nothing changes until you confirm."))}</p>
          <Select
            label={t(msg("From"))}
            value={place}
            items={[
              ...all.map(({ oid, name }) => ({ value: String(oid), label: name })),
              { value: UPLOAD, label: t(msg("A downloaded file on this computer")) },
              { value: FOLDER, label: t(msg("A copied folder or a file on the server")) },
            ]}
            onValue={(value) => {
              setChosen(value);
              setSnapshot("");
            }}
          />
          {place === UPLOAD ? (
            <UploadFields {...upload} />
          ) : targetOid === null ? (
            <QueryBoundary query={copies}>{(found) => <FolderFields copies={found} />}</QueryBoundary>
          ) : (
            <QueryBoundary query={snapshots}>
              {(found) => <SnapshotChoice snapshots={found} value={id} onValue={setSnapshot} />}
            </QueryBoundary>
          )}
          <Problem text={problem} />
          <Button kind="primary" type="submit" disabled={isBusy || isMissing}>
            {t(msg("Check this backup"))}
          </Button>
        </form>
      )}
    </QueryBoundary>
  );
}
