import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
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
    (await putTagged(call("PUT /api/users/{id}", { id: oid, body: { isActive: next } }), tag)).tag;
  async function change(next: boolean): Promise<void> {
    setProblem("");
    try {
      const tag = await put(next, query.tag);
      if (next) showSuccess(t(msg("{name} reactivated."), { name }));
      else showSuccess(t(msg("{name} deactivated."), { name }), () => undo(tag));
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
      showSuccess(t(msg("{name} reactivated."), { name }));
    } catch (error) {
      showError(problemText(error));
    }
  }

  async function deactivate(): Promise<void> {
    const text = `${t(msg("{name} is logged out everywhere immediately."), { name })} ${t(
      msg(
        "{n, plural, one {# paired device stops} other {# paired devices stop}} working until the account is active again.",
      ),
      { n: devices },
    )} ${t(msg("Counts are kept."))}`;
    const question = {
      title: t(msg("Deactivate {name}?"), { name }),
      text,
      action: t(msg("Deactivate")),
      isDangerous: true,
    };
    if (await confirm(question)) await change(false);
  }

  return (
    <Card title={t(msg("Account"))}>
      <p>
        {t(
          isActive
            ? msg("The account is active.")
            : msg("The account is inactive: this person can't log in, and their paired devices don't work."),
        )}
      </p>
      <p class="muted">
        {t(msg("{n, plural, one {# paired device} other {# paired devices}}"), { n: devices })}
      </p>
      <Problem text={problem} />
      <Toolbar>
        {isActive ? (
          <Button kind="danger-secondary" onClick={deactivate}>
            {t(msg("Deactivate"))}
          </Button>
        ) : (
          <Button onClick={() => change(true)}>{t(msg("Reactivate"))}</Button>
        )}
        <ButtonLink kind="secondary" href={`#/people/pair?user=${oid}`}>
          {t(msg("Pair a device"))}
        </ButtonLink>
      </Toolbar>
    </Card>
  );
}
