import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { confirmRestore } from "../../api/console/users.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { PendingDevice, PendingUser, RestoreConfirmation } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { problemText } from "../forms/problem.ts";
import { Screen } from "../layout/screen.tsx";
import { useRestoreConfirmation } from "./attention.tsx";
import { KIND_TEXTS } from "./live-devices.ts";
import { roleNames } from "./role-texts.ts";
import "./users.css";

const NOBODY: ReadonlySet<number> = new Set();

/** Confirms users and devices after a restore; the others are deactivated and revoked. */
export function ConfirmRestoreScreen() {
  const query = useRestoreConfirmation();
  return (
    <Screen title={t(TEXTS.title)}>
      <QueryBoundary query={query} empty={TEXTS.none} isEmpty={isNothing}>
        {(pending) => <Choice pending={pending} onFailed={query.refetch} />}
      </QueryBoundary>
    </Screen>
  );
}

const isNothing = ({ users, devices }: RestoreConfirmation) => users.length + devices.length === 0;

interface ChoiceProps {
  readonly pending: RestoreConfirmation;
  readonly onFailed: () => void;
}

function Choice({ pending: { restoredDT, users, devices }, onFailed }: ChoiceProps) {
  // The deselected ones, so that later additions to the lists are confirmed too.
  const [leftUsers, setLeftUsers] = useState(NOBODY);
  const [leftDevices, setLeftDevices] = useState(NOBODY);
  const [isBusy, setBusy] = useState(false);
  const userIds = users.map(({ id }) => id);
  const deviceIds = devices.map(({ deviceTokenId }) => deviceTokenId);
  const confirmedUsers = without(userIds, leftUsers);
  const confirmedDevices = without(deviceIds, leftDevices);
  const endedUsers = userIds.length - confirmedUsers.length;
  const endedDevices = deviceIds.length - confirmedDevices.length;

  async function onConfirm(): Promise<void> {
    const text = [
      t(TEXTS.keepUsers, { n: confirmedUsers.length }),
      t(TEXTS.keepDevices, { n: confirmedDevices.length }),
      ...(endedUsers > 0 ? [t(TEXTS.endUsers, { n: endedUsers })] : []),
      ...(endedDevices > 0 ? [t(TEXTS.endDevices, { n: endedDevices })] : []),
    ].join(" ");
    const isDangerous = endedUsers + endedDevices > 0;
    if (!(await confirm({ title: t(TEXTS.question), text, action: t(TEXTS.confirm), isDangerous }))) return;
    setBusy(true);
    try {
      const body = { userIds: confirmedUsers, deviceTokenIds: confirmedDevices };
      await requestAsUser(confirmRestore({ body }));
      showSuccess(t(TEXTS.done));
      go("/overview");
    } catch (error) {
      showError(problemText(error));
      onFailed();
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p>{t(TEXTS.why, { at: restoredDT === null ? "" : when(restoredDT) })}</p>
      <p>{t(TEXTS.how)}</p>
      <h2>{t(TEXTS.users)}</h2>
      <DataTable
        caption={t(TEXTS.users)}
        columns={userColumns()}
        rows={users}
        idOf={({ id }) => id}
        selection={selectionOf(userIds, leftUsers, setLeftUsers)}
        empty={t(TEXTS.noUsers)}
      />
      <h2>{t(TEXTS.devices)}</h2>
      <DataTable
        caption={t(TEXTS.devices)}
        columns={deviceColumns()}
        rows={devices}
        idOf={({ deviceTokenId }) => deviceTokenId}
        selection={selectionOf(deviceIds, leftDevices, setLeftDevices)}
        empty={t(TEXTS.noDevices)}
      />
      <Toolbar class="below-table">
        <Button disabled={isBusy} onClick={onConfirm}>
          {t(TEXTS.confirm)}
        </Button>
      </Toolbar>
    </>
  );
}

const without = (ids: readonly number[], left: ReadonlySet<number>) => ids.filter((id) => !left.has(id));

function selectionOf(
  ids: readonly number[],
  left: ReadonlySet<number>,
  setLeft: (left: ReadonlySet<number>) => void,
) {
  return {
    ids: new Set(without(ids, left)),
    select: (selected: ReadonlySet<number>) => setLeft(new Set(without(ids, selected))),
  };
}

function userColumns(): readonly Column<PendingUser>[] {
  return [
    { key: "name", title: t(TEXTS.name), cell: ({ fullName }) => <b>{fullName}</b> },
    { key: "userName", title: t(TEXTS.userName), cell: ({ userName }) => userName },
    { key: "roles", title: t(TEXTS.roles), cell: ({ roles }) => roleNames(roles) },
  ];
}

function deviceColumns(): readonly Column<PendingDevice>[] {
  return [
    { key: "name", title: t(TEXTS.device), cell: ({ deviceName }) => <b>{deviceName}</b> },
    { key: "kind", title: t(TEXTS.kind), cell: ({ kind }) => t(KIND_TEXTS[kind]) },
    {
      key: "whose",
      title: t(TEXTS.owner),
      cell: ({ user, kind }) => (kind === "terminal" ? "–" : user.fullName),
    },
    {
      key: "seen",
      title: t(TEXTS.seen),
      cell: ({ lastUsedDT }) => (lastUsedDT === null ? t(TEXTS.never) : when(lastUsedDT)),
    },
  ];
}

const TEXTS = {
  title: msg("Confirm after the restore"),
  none: msg("Nothing needs to be confirmed."),
  why: msg(
    "The data were restored from a backup ({at}). Everybody was logged out, and accounts and devices that were removed after the backup may be back.",
  ),
  how: msg(
    "Select the users and devices that may work with this server again. All other users are deactivated, all other devices revoked. Terminals keep their unsent counts.",
  ),
  users: msg("Users"),
  noUsers: msg("No other user is active."),
  devices: msg("Paired devices"),
  noDevices: msg("No device was paired."),
  name: msg("Name", "person"),
  userName: msg("User name"),
  roles: msg("Roles"),
  device: msg("Device"),
  kind: msg("Type"),
  owner: msg("Owner"),
  seen: msg("Last seen"),
  never: msg("never"),
  confirm: msg("Confirm selected"),
  question: msg("Confirm the selected users and devices?"),
  keepUsers: msg("{n, plural, one {# user} other {# users}} can log in again."),
  keepDevices: msg("{n, plural, one {# device works} other {# devices work}} again."),
  endUsers: msg("{n, plural, one {# user is} other {# users are}} deactivated."),
  endDevices: msg(
    "{n, plural, one {# device is revoked and has} other {# devices are revoked and have}} to be paired again.",
  ),
  done: msg("Confirmed."),
};
