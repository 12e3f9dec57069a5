import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { updateUser } from "../../api/console/users.ts";
import type { SiteUser } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { problemText } from "../forms/problem.ts";
import { putTagged } from "../forms/tagged.ts";
import { eventData } from "../realtime/live.ts";
import type { LiveQuery } from "../realtime/use-live-query.ts";

interface AccountProps {
  readonly person: SiteUser;
  readonly query: LiveQuery<SiteUser>;
}

/** Activates or deactivates a user. */
export function Account({ person, query }: AccountProps) {
  const [problem, setProblem] = useState("");
  const { oid, fullName: name, isActive } = person;
  const devices = eventData.devices.value?.filter(({ user }) => user.id === oid).length ?? 0;

  /** Returns the tag of the changed user. */
  const put = async (next: boolean, tag: string | null) =>
    (await putTagged(updateUser({ id: oid, body: { isActive: next } }), tag)).tag;
  async function change(next: boolean): Promise<void> {
    setProblem("");
    try {
      const tag = await put(next, query.tag);
      if (next) showSuccess(t(TEXTS.isOn, { name }));
      else showSuccess(t(TEXTS.isOff, { name }), () => undo(tag));
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      query.refetch();
    }
  }
  /** Undoes this change only: later changes of other users are kept. */
  async function undo(tag: string | null): Promise<void> {
    try {
      await put(true, tag);
      showSuccess(t(TEXTS.isOn, { name }));
    } catch (error) {
      showError(problemText(error));
    }
  }

  async function deactivate(): Promise<void> {
    const text = `${t(TEXTS.endsLogins, { name })} ${t(TEXTS.endsDevices, { n: devices })} ${t(TEXTS.stays)}`;
    const question = {
      title: t(TEXTS.title, { name }),
      text,
      action: t(TEXTS.deactivate),
      isDangerous: true,
    };
    if (await confirm(question)) await change(false);
  }

  return (
    <Card title={t(TEXTS.account)}>
      <p>{t(isActive ? TEXTS.active : TEXTS.inactive)}</p>
      <p class="muted">{t(TEXTS.devices, { n: devices })}</p>
      <Problem text={problem} />
      <Toolbar>
        {isActive ? (
          <Button kind="danger-secondary" onClick={deactivate}>
            {t(TEXTS.deactivate)}
          </Button>
        ) : (
          <Button onClick={() => change(true)}>{t(TEXTS.activate)}</Button>
        )}
        <ButtonLink kind="secondary" href={`#/people/pair?user=${oid}`}>
          {t(TEXTS.pair)}
        </ButtonLink>
      </Toolbar>
    </Card>
  );
}

const TEXTS = {
  account: msg("Account"),
  active: msg("The account is active."),
  inactive: msg("The account is inactive: this person can't log in, and their paired devices don't work."),
  devices: msg("{n, plural, one {# paired device} other {# paired devices}}"),
  deactivate: msg("Deactivate"),
  activate: msg("Reactivate"),
  pair: msg("Pair a device"),
  title: msg("Deactivate {name}?"),
  endsLogins: msg("{name} is logged out everywhere immediately."),
  endsDevices: msg(
    "{n, plural, one {# paired device stops} other {# paired devices stop}} working until the account is active again.",
  ),
  stays: msg("Counts are kept."),
  isOff: msg("{name} deactivated."),
  isOn: msg("{name} reactivated."),
};
