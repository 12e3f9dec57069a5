import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { PendingDevice, PendingUser, RestoreConfirmation } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useMutation } from "../forms/mutation.tsx";
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
    <Screen title={t(msg("Confirm after the restore"))}>
      <QueryBoundary query={query} empty={msg("Nothing needs to be confirmed.")} isEmpty={isNothing}>
        {(pending) => <Choice pending={pending} refetch={query.refetch} />}
      </QueryBoundary>
    </Screen>
  );
}

const isNothing = ({ users, devices }: RestoreConfirmation) => users.length + devices.length === 0;

interface ChoiceProps {
  readonly pending: RestoreConfirmation;
  readonly refetch: () => void;
}

function Choice({ pending: { restoredDT, users, devices }, refetch }: ChoiceProps) {
  // The deselected ones, so that later additions to the lists are confirmed too.
  const [leftUsers, setLeftUsers] = useState(NOBODY);
  const [leftDevices, setLeftDevices] = useState(NOBODY);
  const { run, isBusy } = useMutation({ after: refetch });
  const userIds = users.map(({ id }) => id);
  const deviceIds = devices.map(({ deviceTokenId }) => deviceTokenId);
  const confirmedUsers = without(userIds, leftUsers);
  const confirmedDevices = without(deviceIds, leftDevices);
  const endedUsers = userIds.length - confirmedUsers.length;
  const endedDevices = deviceIds.length - confirmedDevices.length;

  const onConfirm = () => {
    const text = [
      t(msg("{n, plural, one {# user} other {# users}} can log in again."), { n: confirmedUsers.length }),
      t(msg("{n, plural, one {# device works} other {# devices work}} again."), {
        n: confirmedDevices.length,
      }),
      endedUsers > 0 &&
        t(msg("{n, plural, one {# user is} other {# users are}} deactivated."), { n: endedUsers }),
      endedDevices > 0 &&
        t(
          msg(
            "{n, plural, one {# device is revoked and has} other {# devices are revoked and have}} to be paired again.",
          ),
          { n: endedDevices },
        ),
    ]
      .filter(Boolean)
      .join(" ");
    const body = { userIds: confirmedUsers, deviceTokenIds: confirmedDevices };
    return run({
      question: {
        title: t(msg("Confirm the selected users and devices?")),
        text,
        action: t(msg("Confirm selected")),
        isDangerous: endedUsers + endedDevices > 0,
      },
      send: call("PUT /api/restore-confirmation", { body }),
      done: t(msg("Confirmed.")),
      onDone: () => go("/overview"),
    });
  };

  return (
    <>
      <p>
        {t(
          msg(
            "The data were restored from a backup ({at}). Everybody was logged out, and accounts and devices that were removed after the backup may be back.",
          ),
          { at: restoredDT === null ? "" : when(restoredDT) },
        )}
      </p>
      <p>
        {t(
          msg(
            "Select the users and devices that may work with this server again. All other users are deactivated, all other devices revoked. Terminals keep their unsent counts.",
          ),
        )}
      </p>
      <h2>{t(msg("Users"))}</h2>
      <DataTable
        caption={t(msg("Users"))}
        columns={userColumns()}
        rows={users}
        idOf={({ id }) => id}
        selection={selectionOf(userIds, leftUsers, setLeftUsers)}
        empty={t(msg("No other user is active."))}
      />
      <h2>{t(msg("Paired devices"))}</h2>
      <DataTable
        caption={t(msg("Paired devices"))}
        columns={deviceColumns()}
        rows={devices}
        idOf={({ deviceTokenId }) => deviceTokenId}
        selection={selectionOf(deviceIds, leftDevices, setLeftDevices)}
        empty={t(msg("No device was paired."))}
      />
      <Toolbar class="below-table">
        <Button kind="primary" disabled={isBusy} onClick={onConfirm}>
          {t(msg("Confirm selected"))}
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
    { title: t(msg("Name", "person")), cell: ({ fullName }) => <b>{fullName}</b> },
    { title: t(msg("User name")), cell: ({ userName }) => userName },
    { title: t(msg("Roles")), cell: ({ roles }) => roleNames(roles) },
  ];
}

function deviceColumns(): readonly Column<PendingDevice>[] {
  return [
    { title: t(msg("Device")), cell: ({ deviceName }) => <b>{deviceName}</b> },
    { title: t(msg("Type")), cell: ({ kind }) => t(KIND_TEXTS[kind]) },
    { title: t(msg("Owner")), cell: ({ user, kind }) => (kind === "terminal" ? "–" : user.fullName) },
    {
      title: t(msg("Last seen")),
      cell: ({ lastUsedDT }) => (lastUsedDT === null ? t(msg("never")) : when(lastUsedDT)),
    },
  ];
}
