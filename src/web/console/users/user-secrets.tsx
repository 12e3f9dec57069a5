import type { ComponentProps } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { Kind } from "../../account/change-secret.tsx";
import { call, withTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { ChangedUser, SiteUser } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { FormBody, useForm } from "../forms/form.tsx";
import { useMutation } from "../forms/mutation.tsx";
import type { LiveQuery } from "../realtime/use-live-query.ts";

interface SecretsProps {
  readonly kind: Kind;
  readonly person: ChangedUser;
  readonly query: LiveQuery<SiteUser>;
}

/** Sets or removes the password or PIN of a user. Stored ones are never shown. */
export function UserSecrets({ kind, person, query }: SecretsProps) {
  const field = useRef<HTMLInputElement>(null);
  const messages = TEXTS[kind];
  const { fullName: name } = person;
  const has = kind === "pin" ? person.hasPin : person.hasPassword;
  const hasOther = kind === "pin" ? person.hasPassword : person.hasPin;
  const [wasRemoved, setRemoved] = useState(false);
  useEffect(() => {
    // Only the response to a change of roles contains it.
    if (person.isPinRemoved) setRemoved(true);
  }, [person.isPinRemoved]);

  const put = async (secret: string | null) => {
    const body = { [kind]: secret, ...(form.values.keepDevices && { keepDevices: true }) };
    await requestAsUser(withTag(call("PUT /api/users/{id}/secrets", { id: person.oid, body }), query.tag));
    // The next change, also that of the other secret, needs the tag of the changed user.
    await query.refetched();
  };
  const clear = () => {
    if (field.current !== null) field.current.value = "";
    form.setSecretTyped(false);
    form.offer({ keepDevices: false });
  };
  const form = useForm({
    start: { keepDevices: false },
    labels: {},
    save: (_, { typed }) => put(typed(kind)),
    onSaved: () => {
      clear();
      showSuccess(t(messages.set, { name }));
    },
    onFailed: query.refetch,
  });
  const { run, isBusy, problem } = useMutation({ after: query.refetch, errors: "place" });
  const takeAway = () =>
    run({
      question: {
        title: t(messages.takeTitle, { name }),
        text: t(messages.takeText),
        action: t(messages.take),
        isDangerous: true,
      },
      send: () => put(null),
      done: t(messages.taken, { name }),
      onDone: clear,
    });
  const fault = form.errors[kind];

  return (
    <Card title={t(messages.title)}>
      <p>{t(has ? messages.has : messages.hasNot)}</p>
      {kind === "pin" && wasRemoved && !has && (
        <Banner tone="warning" role="status">
          {t(msg("The PIN was removed: Managers and Admins need 6 digits. Set a new PIN."))}
        </Banner>
      )}
      <FormBody form={form}>
        <SecretField kind={kind} problem={fault} inputRef={field} />
        <Checkbox checked={form.values.keepDevices} onValue={(keepDevices) => form.set({ keepDevices })}>
          {t(msg("Keep this person's devices paired"))}
        </Checkbox>
        <Problem text={fault === undefined ? (form.problem ?? problem) : null} />
        <Toolbar>
          <Button type="submit" disabled={form.isBusy || isBusy}>
            {t(messages.action)}
          </Button>
          {has && (
            <Button disabled={form.isBusy || isBusy} onClick={takeAway}>
              {t(messages.take)}
            </Button>
          )}
        </Toolbar>
      </FormBody>
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

interface SecretProps extends Pick<ComponentProps<typeof PasswordField>, "inputRef"> {
  readonly kind: Kind;
  readonly problem: string | undefined;
}

/** A field for a new password or PIN. Only the DOM holds its value. */
export function SecretField({ kind, ...field }: SecretProps) {
  return (
    <PasswordField
      kind={kind}
      isNew
      name={kind}
      label={t(SECRET_NAMES[kind])}
      hint={t(HINTS[kind])}
      {...field}
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
