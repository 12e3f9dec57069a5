import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { Kind } from "../../account/change-secret.tsx";
import { call, withTag } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { ChangedUser, SiteUser } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { byPath } from "../forms/form.tsx";
import { problemText } from "../forms/problem.ts";
import { useTypedChangesGuard } from "../forms/unsaved-changes.ts";
import type { LiveQuery } from "../realtime/use-live-query.ts";

interface SecretsProps {
  readonly kind: Kind;
  readonly person: ChangedUser;
  readonly query: LiveQuery<SiteUser>;
}

interface Fault {
  readonly at: "field" | "card";
  readonly text: string;
}

/** Sets or removes the password or PIN of a user. Stored ones are never shown. */
export function UserSecrets({ kind, person, query }: SecretsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const typed = useTypedChangesGuard();
  const messages = TEXTS[kind];
  const has = kind === "pin" ? person.hasPin : person.hasPassword;
  const hasOther = kind === "pin" ? person.hasPassword : person.hasPin;
  const [wasRemoved, setRemoved] = useState(false);
  useEffect(() => {
    // Only the response to a change of roles contains it.
    if (person.isPinRemoved) setRemoved(true);
  }, [person.isPinRemoved]);

  async function put(secret: string | null): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const keepsDevices = form.current !== null && new FormData(form.current).has("keepDevices");
      const body = { [kind]: secret, ...(keepsDevices && { keepDevices: true }) };
      await requestAsUser(withTag(call("PUT /api/users/{id}/secrets", { id: person.oid, body }), query.tag));
      // The next change, also that of the other secret, needs the tag of the changed user.
      await query.refetched();
      form.current?.reset();
      showSuccess(t(secret === null ? messages.taken : messages.set, { name: person.fullName }));
    } catch (error) {
      const field = error instanceof ApiError ? byPath(error.errors)[kind] : undefined;
      setFault({ at: field === undefined ? "card" : "field", text: field ?? problemText(error) });
      query.refetch();
    } finally {
      setBusy(false);
    }
  }

  async function takeAway(): Promise<void> {
    const { fullName: name } = person;
    const question = {
      title: t(messages.takeTitle, { name }),
      text: t(messages.takeText),
      action: t(messages.take),
    };
    if (await confirm({ ...question, isDangerous: true })) await put(null);
  }

  return (
    <Card title={t(messages.title)}>
      <p>{t(has ? messages.has : messages.hasNot)}</p>
      {kind === "pin" && wasRemoved && !has && (
        <Banner tone="warning" role="status">
          {t(msg("The PIN was removed: Managers and Admins need 6 digits. Set a new PIN."))}
        </Banner>
      )}
      <form
        ref={form}
        {...typed}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) return put(String(new FormData(event.currentTarget).get(kind) ?? ""));
          return undefined;
        }}
      >
        <SecretField kind={kind} problem={fault?.at === "field" ? fault.text : undefined} />
        <Checkbox name="keepDevices">{t(msg("Keep this person's devices paired"))}</Checkbox>
        <p role="alert" class="error-text">
          {fault?.at === "card" && fault.text}
        </p>
        <Toolbar>
          <Button kind="secondary" type="submit" disabled={isBusy}>
            {t(messages.action)}
          </Button>
          {has && (
            <Button kind="secondary" disabled={isBusy} onClick={takeAway}>
              {t(messages.take)}
            </Button>
          )}
        </Toolbar>
      </form>
      <p class="muted">
        {t(
          msg(
            "A change logs this person out everywhere and unpairs their own devices, and what was paired by them. Other shared terminals stay paired.",
          ),
        )}{" "}
        {hasOther && t(messages.other)}
      </p>
    </Card>
  );
}

interface SecretProps {
  readonly kind: Kind;
  readonly problem: string | undefined;
}

/** A field for a new password or PIN. Only the DOM holds its value. */
export function SecretField({ kind, problem }: SecretProps) {
  return (
    <PasswordField
      kind={kind}
      isNew
      name={kind}
      label={t(SECRET_NAMES[kind])}
      hint={t(HINTS[kind])}
      problem={problem}
    />
  );
}

/** The labels of the fields. */
export const SECRET_NAMES = { pin: msg("New PIN"), password: msg("New password") };

const HINTS = {
  pin: msg("4 to 6 digits; 6 for a Manager or Admin. Not a sequence such as 1234."),
  password: msg("At least 8 characters, no common password"),
};

const TEXTS = {
  password: {
    title: msg("Password"),
    has: msg("A password is set."),
    hasNot: msg("No password: this person can't log in to the console."),
    other: msg("The PIN stays. Set a new one too if somebody else has used this account."),
    action: msg("Set password"),
    take: msg("Remove password"),
    takeTitle: msg("Remove the password of {name}?"),
    takeText: msg(
      "This person is logged out everywhere and can't log in to the console until a new password is set.",
    ),
    set: msg("Password set for {name}."),
    taken: msg("Password removed for {name}."),
  },
  pin: {
    title: msg("PIN"),
    has: msg("A PIN is set."),
    hasNot: msg("No PIN: this person can't log in at a terminal."),
    other: msg("The password stays. Set a new one too if somebody else has used this account."),
    action: msg("Set PIN"),
    take: msg("Remove PIN"),
    takeTitle: msg("Remove the PIN of {name}?"),
    takeText: msg(
      "This person is logged out everywhere and can't log in at a terminal until a new PIN is set.",
    ),
    set: msg("PIN set for {name}."),
    taken: msg("PIN removed for {name}."),
  },
};
